-- csieve for Neovim 0.11 or later: copy to ~/.config/nvim/lua/ and call require("csieve").setup().
local M = {}

--- Shows what the server says of the finding under the cursor in a scratch window.
local function show(method, field)
  local client = vim.lsp.get_clients({ name = "csieve", bufnr = 0 })[1]
  if not client then
    return vim.notify("csieve is not running here", vim.log.levels.ERROR)
  end
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local uri = vim.uri_from_bufnr(0)
  for _, diagnostic in ipairs(vim.diagnostic.get(0, { lnum = line })) do
    local data = vim.tbl_get(diagnostic, "user_data", "lsp", "data")
    if diagnostic.source == "csieve" and data then
      return client:request(method, { uri = uri, id = data.id }, function(err, result)
        if err then
          return vim.notify(err.message, vim.log.levels.ERROR)
        end
        local buffer = vim.api.nvim_create_buf(false, true)
        vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(result.title .. "\n\n" .. result[field], "\n"))
        vim.bo[buffer].modifiable = false
        vim.cmd.split()
        vim.api.nvim_win_set_buf(0, buffer)
      end)
    end
  end
  vim.notify("no finding on this line")
end

--- Starts csieve for C files. `opts` may name the program (`cmd`) and the settings (`checks`, `showRefuted`,
--- `showDoubtful`, `library`, `compileCommands`, `includePaths`, `defines`).
function M.setup(opts)
  opts = opts or {}
  vim.lsp.config("csieve", {
    cmd = opts.cmd or { "csieve", "serve" },
    filetypes = { "c" },
    root_markers = { "compile_commands.json", ".git" },
    init_options = {
      checks = opts.checks or {},
      showRefuted = opts.showRefuted or "hint",
      showDoubtful = opts.showDoubtful or false,
      library = opts.library or {},
      compileCommands = opts.compileCommands or "",
      includePaths = opts.includePaths or {},
      defines = opts.defines or {},
    },
  })
  vim.lsp.enable("csieve")
  vim.api.nvim_create_user_command("CsieveTrace", function() show("csieve/trace", "text") end, {})
  vim.api.nvim_create_user_command("CsieveObserver", function() show("csieve/observer", "text") end, {})
end

return M
