-- What csieve says of the diagnostics of other tools: behind their lines, and with `:CsieveJudge` why. Neovim tells it of
-- diagnostics as one of their handlers (`:help diagnostic-handlers`).
local M = {}

local HANDLER = "csieve/judge"
local CALM_MS = 150
--- The code of the protocol for an answer to a text that is gone.
local CONTENT_MODIFIED = -32801
local marks = vim.api.nvim_create_namespace("csieve judge")
local groups = { refuted = "CsieveRefuted", confirmed = "CsieveConfirmed" }

--- What other tools show, by buffer and namespace: diagnostics and the tick of the text that they were shown in.
local shown = {}

--- What csieve says of it, by buffer: the tick of the text, and diagnostics with their verdicts.
local judged = {}

--- The buffers whose changes are watched, and those that will be asked about.
local watched, will_ask = {}, {}

local function tick_of(buffer) return vim.api.nvim_buf_get_changedtick(buffer) end

local function clear(buffer)
  judged[buffer] = nil
  if vim.api.nvim_buf_is_valid(buffer) then vim.api.nvim_buf_clear_namespace(buffer, marks, 0, -1) end
end

--- Returns a diagnostic as the Language Server Protocol has it. Only its line matters.
local function as_protocol(diagnostic)
  local lsp = (diagnostic.user_data or {}).lsp or {}
  return {
    range = {
      start = { line = diagnostic.lnum, character = diagnostic.col or 0 },
      ["end"] = { line = diagnostic.end_lnum or diagnostic.lnum, character = diagnostic.end_col or diagnostic.col or 0 },
    },
    message = diagnostic.message,
    severity = diagnostic.severity,
    source = diagnostic.source,
    code = diagnostic.code or lsp.code,
    relatedInformation = lsp.relatedInformation,
  }
end

--- Returns the diagnostics that were shown since the text is as it is.
local function present(buffer)
  local all = {}
  for _, of_tool in pairs(shown[buffer] or {}) do
    if of_tool.tick == tick_of(buffer) then vim.list_extend(all, of_tool.diagnostics) end
  end
  table.sort(all, function(one, other) return one.lnum < other.lnum end)
  return all
end

--- Returns the text behind a line: "clang: refuted by csieve, line 4 leaves a <= b".
local function hint(diagnostic, verdict)
  local why = (verdict.proof or verdict.sentence):gsub("`", "")
  for _, said_already in ipairs({ "^no run does this: ", "^no run gets here: " }) do
    why = why:gsub(said_already, "")
  end
  return ("%s: %s by csieve, %s"):format(diagnostic.source or "another tool", verdict.verdict, why)
end

local function draw(buffer)
  vim.api.nvim_buf_clear_namespace(buffer, marks, 0, -1)
  local texts, lines = {}, vim.api.nvim_buf_line_count(buffer)
  for _, one in ipairs(judged[buffer].all) do
    local text, line = hint(one.diagnostic, one.verdict), one.diagnostic.lnum
    local group = groups[one.verdict.verdict]
    -- Several diagnostics of a line often have the same verdict.
    if group and line < lines and not texts[line .. text] then
      texts[line .. text] = true
      vim.api.nvim_buf_set_extmark(buffer, marks, line, 0, { virt_text = { { text, group } } })
    end
  end
end

local ask_soon

--- Asks the server about a buffer. Without an answer, there are no verdicts.
local function ask(buffer)
  will_ask[buffer] = nil
  if not vim.api.nvim_buf_is_valid(buffer) then return end
  local client, diagnostics, tick = M.client_of(buffer), present(buffer), tick_of(buffer)
  local settings = client and (client.config.settings or {}).csieve or {}
  if not client or settings.judge == false or #diagnostics == 0 then return clear(buffer) end
  local params = { uri = vim.uri_from_bufnr(buffer), diagnostics = vim.tbl_map(as_protocol, diagnostics) }
  local function answered(problem, result)
    -- The server began to analyse the text anew, as it does when another file is new.
    if problem and problem.code == CONTENT_MODIFIED and tick_of(buffer) == tick then return ask_soon(buffer) end
    if not result or not vim.api.nvim_buf_is_valid(buffer) or tick_of(buffer) ~= tick then return end
    judged[buffer] = { tick = tick, all = {} }
    for index, diagnostic in ipairs(diagnostics) do
      local verdict = result.verdicts[index]
      if verdict and verdict ~= vim.NIL then
        table.insert(judged[buffer].all, { diagnostic = diagnostic, verdict = verdict })
      end
    end
    draw(buffer)
  end
  if vim.fn.has("nvim-0.11") == 1 then
    client:request("csieve/judge", params, answered, buffer)
  else
    client.request("csieve/judge", params, answered, buffer)
  end
end

function ask_soon(buffer)
  if will_ask[buffer] then return end
  will_ask[buffer] = true
  vim.defer_fn(function() ask(buffer) end, CALM_MS)
end

--- Takes verdicts away when the text changes. They come back when the tools report anew.
local function watch(buffer)
  if watched[buffer] then return end
  watched[buffer] = vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function()
      if judged[buffer] then vim.schedule(function() clear(buffer) end) end
    end,
    on_detach = function()
      watched[buffer], shown[buffer], judged[buffer] = nil, nil, nil
    end,
  })
end

local function is_foreign(diagnostic) return diagnostic.source ~= "csieve" end

local handler = {
  show = function(namespace, buffer, diagnostics)
    local foreign = vim.tbl_filter(is_foreign, diagnostics)
    if #foreign == 0 or not M.client_of(buffer) then return end
    shown[buffer] = shown[buffer] or {}
    shown[buffer][namespace] = { tick = tick_of(buffer), diagnostics = foreign }
    watch(buffer)
    ask_soon(buffer)
  end,
  hide = function(namespace, buffer)
    if not (shown[buffer] and shown[buffer][namespace]) then return end
    shown[buffer][namespace] = nil
    ask_soon(buffer)
  end,
}

--- Shows why csieve refutes or confirms what other tools say of the line of the cursor.
function M.explain()
  local buffer = vim.api.nvim_get_current_buf()
  local known, line, pages = judged[buffer], vim.api.nvim_win_get_cursor(0)[1] - 1, {}
  for _, one in ipairs(known and known.tick == tick_of(buffer) and known.all or {}) do
    if one.diagnostic.lnum <= line and line <= (one.diagnostic.end_lnum or one.diagnostic.lnum) then
      vim.list_extend(pages, { ("csieve on what %s says:"):format(one.diagnostic.source or "another tool"), "" })
      vim.list_extend(pages, vim.split(one.verdict.markdown, "\n"))
    end
  end
  if #pages == 0 then return vim.notify("csieve: other tools say nothing on this line that csieve can judge") end
  vim.lsp.util.open_floating_preview(pages, "markdown", { focus_id = HANDLER })
end

--- Begins to judge. `client_of` returns the client of csieve of a buffer.
function M.start(client_of)
  M.client_of = client_of
  vim.api.nvim_set_hl(0, groups.refuted, { default = true, link = "Comment" })
  vim.api.nvim_set_hl(0, groups.confirmed, { default = true, link = "DiagnosticWarn" })
  vim.diagnostic.handlers[HANDLER] = handler
  vim.diagnostic.config({ [HANDLER] = true })
  vim.api.nvim_create_user_command("CsieveJudge", M.explain, {})
end

return M
