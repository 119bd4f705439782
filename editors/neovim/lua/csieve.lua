-- csieve for Neovim 0.7 or later. plugin/csieve.lua defines the commands; `setup` or, from Neovim 0.11,
-- `vim.lsp.enable("csieve")` with lsp/csieve.lua starts the server. lua/csieve/judge.lua judges what other tools show.
-- doc/csieve.txt describes all.
local M = {}

local is_new = vim.fn.has("nvim-0.11") == 1
local markers = { "compile_commands.json", "compile_flags.txt", ".clangd", ".git" }

-- Symbols are listed once: most users have clangd beside, which lists them, too.
local defaults = { showRefuted = "hint", documentSymbols = false }

local function complain(message) vim.notify("csieve: " .. message, vim.log.levels.ERROR) end

--- Returns the csieve client of a buffer; nil if the buffer has none.
local function client_of(buffer)
  for _, client in ipairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
    if client.name == "csieve" and vim.lsp.buf_is_attached(buffer, client.id) then return client end
  end
end

--- Sends a request to the server and calls `use` with the answer. Reports errors; ignores empty answers.
local function ask(client, method, params, use)
  local function answered(err, result)
    if err then
      complain(err.message)
    elseif result then
      use(result)
    end
  end
  if is_new then
    client:request(method, params, answered)
  else
    client.request(method, params, answered)
  end
end

--- Shows a title and a text in a new window at the bottom, which `q` closes.
local function show_text(title, text)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(title .. "\n\n" .. text, "\n"))
  vim.api.nvim_buf_set_option(buffer, "modifiable", false)
  vim.api.nvim_buf_set_option(buffer, "bufhidden", "wipe")
  vim.api.nvim_buf_set_option(buffer, "filetype", "csieve")
  vim.api.nvim_buf_set_keymap(buffer, "n", "q", "<cmd>close<cr>", { silent = true })
  vim.cmd("botright split")
  vim.api.nvim_win_set_buf(0, buffer)
end

--- Puts the steps of a path into the location list and opens the list.
local function list_steps(uri, trace)
  local items = {}
  for number, step in ipairs(trace.steps) do
    local values = {}
    for _, known in ipairs(step.values) do
      table.insert(values, known.name .. " = " .. known.value)
    end
    table.insert(items, {
      filename = vim.uri_to_fname(step.uri or uri),
      lnum = step.range.start.line + 1,
      col = step.range.start.character + 1,
      text = ("%d. %s  %s"):format(number, step.text, table.concat(values, ", ")),
      type = step.decisive and "W" or "I",
    })
  end
  vim.fn.setloclist(0, {}, " ", { title = trace.title, items = items })
  vim.cmd("lopen")
end

local function view(method)
  return function(client, finding)
    ask(client, method, finding, function(result) show_text(result.title, result.text) end)
  end
end

--- The views of a finding: functions of the client and the finding, which is given as `{ uri, id }`.
M.views = {
  Trace = view("csieve/trace"),
  Observer = view("csieve/observer"),
  Rounds = view("csieve/rounds"),
  Steps = function(client, finding)
    ask(client, "csieve/trace", finding, function(trace) list_steps(finding.uri, trace) end)
  end,
  Path = function(client, finding)
    ask(client, "workspace/executeCommand", { command = "csieve.showPath", arguments = { finding } }, function() end)
  end,
  Drawing = function(client, finding)
    ask(client, "csieve/observer", finding, function(result)
      local path = vim.fn.tempname() .. ".svg"
      vim.fn.writefile(vim.split(result.svg, "\n"), path)
      M.open_file(path)
    end)
  end,
}

--- Opens a drawing in the desktop's default program. Users may replace this function to use another program.
function M.open_file(path)
  if vim.ui.open then return vim.ui.open(path) end
  local opener = vim.fn.has("mac") == 1 and "open" or "xdg-open"
  if vim.fn.executable(opener) == 0 then return complain(opener .. " is missing; the drawing is in " .. path) end
  vim.fn.jobstart({ opener, path }, { detach = true })
end

--- Requests the findings of a buffer and calls `use` with the client, the URI of the file and the findings
--- for which `wanted` returns true.
local function with_findings(buffer, wanted, use)
  local client = client_of(buffer)
  if not client then return complain("the server does not run here") end
  local uri = vim.uri_from_bufnr(buffer)
  ask(client, "csieve/findings", { uri = uri }, function(findings)
    use(client, uri, vim.tbl_filter(wanted, findings))
  end)
end

--- Runs a view for the finding on the cursor's line. Lets the user choose if there are several findings.
local function at_cursor(run)
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local function covers(finding) return finding.range.start.line <= line and line <= finding.range["end"].line end
  with_findings(vim.api.nvim_get_current_buf(), covers, function(client, uri, findings)
    if #findings == 0 then return vim.notify("csieve: no finding on this line") end
    local function chosen(finding)
      if finding then run(client, { uri = uri, id = finding.id }) end
    end
    if #findings == 1 then return chosen(findings[1]) end
    local function name(finding) return ("%s: %s (%s)"):format(finding.rule, finding.message, finding.verdict) end
    vim.ui.select(findings, { prompt = "Finding:", format_item = name }, chosen)
  end)
end

--- Lists the findings of a buffer, refuted ones with their proofs. With `of_function`, lists only the
--- findings of that function.
function M.findings(buffer, of_function)
  local function wanted(finding) return not of_function or finding["function"] == of_function end
  with_findings(buffer, wanted, function(_, uri, findings)
    local items = {}
    for _, finding in ipairs(findings) do
      local refuted = finding.verdict == "refuted"
      table.insert(items, {
        filename = vim.uri_to_fname(uri),
        lnum = finding.range.start.line + 1,
        col = finding.range.start.character + 1,
        text = refuted and ("refuted: %s; it would be: %s"):format(finding.proof or "", finding.message)
          or finding.message,
        type = refuted and "N" or "W",
      })
    end
    vim.fn.setloclist(0, {}, " ", { title = "csieve", items = items })
    vim.cmd("lopen")
  end)
end

--- Registers the commands that the server's code actions and code lenses name, and the user commands.
function M.register_commands()
  for _, name in ipairs({ "Trace", "Observer", "Rounds", "Drawing" }) do
    vim.lsp.commands["csieve.open" .. name] = function(command, context)
      M.views[name](vim.lsp.get_client_by_id(context.client_id), command.arguments[1])
    end
  end
  vim.lsp.commands["csieve.openFindings"] = function(command)
    M.findings(vim.uri_to_bufnr(command.arguments[1].uri), command.arguments[1]["function"])
  end
  for name, run in pairs(M.views) do
    vim.api.nvim_create_user_command("Csieve" .. name, function() at_cursor(run) end, {})
  end
  vim.api.nvim_create_user_command("CsieveFindings", function() M.findings(vim.api.nvim_get_current_buf()) end, {})
  -- It is missing where only this file was copied.
  local has_judge, judge = pcall(require, "csieve.judge")
  if has_judge then judge.start(client_of) end
end

--- Returns whether a buffer is a C file or a header. Headers are included, because Neovim takes them for C++.
local function is_ours(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  return path ~= "" and (vim.api.nvim_buf_get_option(buffer, "filetype") == "c" or path:match("%.h$") ~= nil)
end

--- Returns the nearest folder above a file that contains one of the `markers`, else the folder of the file.
local function root_of(path)
  local folder = vim.fn.fnamemodify(path, ":p:h")
  local inside = folder
  while true do
    for _, marker in ipairs(markers) do
      if vim.loop.fs_stat(inside .. "/" .. marker) then return inside end
    end
    local above = vim.fn.fnamemodify(inside, ":h")
    if above == inside then return folder end
    inside = above
  end
end

--- The ids of the clients by the root of their project, for Neovim before 0.11. Includes clients that are
--- still starting.
local started = {}

--- Attaches a buffer to the server of its project, and starts that server if needed. For Neovim before 0.11.
local function start_in(buffer, config)
  if not is_ours(buffer) then return end
  local root = root_of(vim.api.nvim_buf_get_name(buffer))
  if not (started[root] and vim.lsp.get_client_by_id(started[root])) then
    started[root] = vim.lsp.start_client(vim.tbl_extend("force", config, { name = "csieve", root_dir = root }))
  end
  if started[root] then vim.lsp.buf_attach_client(buffer, started[root]) end
end

--- Returns whether a client asks for diagnostics again when the server says that those of a buffer changed. One that
--- does not would show old findings after changes of other files, so the server sends them unasked.
local function refreshes(capabilities)
  local workspace = capabilities.workspace or {}
  return (workspace.diagnostics or {}).refreshSupport == true
end

--- Returns the configuration of the server for `vim.lsp.config`, from Neovim 0.11. The settings are those of
--- `settings.csieve`, also those that the user adds with `vim.lsp.config`.
function M.config()
  return {
    cmd = { "csieve", "serve" },
    filetypes = { "c", "cpp" },
    root_dir = function(buffer, start)
      if is_ours(buffer) then start(root_of(vim.api.nvim_buf_get_name(buffer))) end
    end,
    settings = { csieve = vim.deepcopy(defaults) },
    before_init = function(params, config)
      local settings = (config.settings or {}).csieve or {}
      params.initializationOptions = vim.tbl_extend("force", settings, { pull = refreshes(params.capabilities) })
    end,
  }
end

--- Starts csieve for C files. `opts` may name the program (`cmd`) and the settings (`checks`, `showRefuted`,
--- `showDoubtful`, `showMinor`, `allocations`, `index`, `judge`, `documentSymbols`, `inlayHints`, `refuters`, `wrapv`,
--- `exclude`, `library`, `rules`, `compileCommands`, `includePaths`, `defines`).
function M.setup(opts)
  local settings = vim.tbl_extend("force", defaults, opts or {})
  local cmd = settings.cmd or { "csieve", "serve" }
  settings.cmd = nil
  M.register_commands()
  if is_new then
    -- Without the folder lsp/ on the runtime path, as when this file was copied, all of the configuration is here.
    vim.lsp.config("csieve", vim.tbl_extend("force", M.config(), { cmd = cmd, settings = { csieve = settings } }))
    vim.lsp.enable("csieve")
  else
    local options = vim.tbl_extend("force", settings, { pull = false })
    local config = { cmd = cmd, init_options = options, settings = { csieve = settings } }
    vim.api.nvim_create_autocmd("FileType", {
      group = vim.api.nvim_create_augroup("csieve", {}),
      pattern = { "c", "cpp" },
      callback = function(event) start_in(event.buf, config) end,
    })
  end
end

return M
