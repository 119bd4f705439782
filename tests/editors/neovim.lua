-- Tests of csieve in a real Neovim, through the plug-in in editors/neovim. run.sh runs this file and sets the
-- environment variables REPOSITORY, FILES and CSIEVE_SERVER. PLUGIN may name the folder of another copy of it.
local repository, files, server = os.getenv("REPOSITORY"), os.getenv("FILES"), os.getenv("CSIEVE_SERVER")
vim.opt.runtimepath:append(os.getenv("PLUGIN") or (repository .. "/editors/neovim"))
vim.cmd("runtime plugin/csieve.lua")
local csieve = require("csieve")

local function say(text) io.stdout:write(text .. "\n") end

local function expect(holds, what)
  if not holds then error("expected " .. what:sub(1, 1000), 2) end
end

--- Waits until `get` returns a true value, and returns it. Fails with the text `what` after 20 seconds.
local function eventually(what, get)
  local found
  vim.wait(20000, function()
    found = get()
    return found
  end, 20)
  return found or error("waited in vain for " .. what, 2)
end

local function contains(text, part) return text:find(part, 1, true) ~= nil end

--- Waits for a diagnostic on a line (from one) whose message contains `part`, and returns it.
local function diagnostic_on(line, part)
  return eventually(("a finding on line %d: %s"):format(line, part), function()
    for _, diagnostic in ipairs(vim.diagnostic.get(0, { lnum = line - 1 })) do
      if contains(diagnostic.message, part) then return diagnostic end
    end
  end)
end

--- Opens a file, and waits until the server was told its text; Neovim 0.11 tells it a moment later.
local function open(name)
  vim.cmd("edit! " .. files .. "/" .. name)
  local buffer = vim.api.nvim_get_current_buf()
  eventually("a server of " .. name, function()
    for _, client in ipairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
      if client.name == "csieve" and vim.lsp.buf_is_attached(buffer, client.id) then return true end
    end
  end)
end

local function at(line) vim.api.nvim_win_set_cursor(0, { line, 8 }) end

--- Waits for the window that csieve opens, closes it and returns its text. Fails if the text lacks `part`.
local function shown_text(part)
  local text = eventually("a window with " .. part, function()
    if vim.bo.filetype ~= "csieve" then return end
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  end)
  expect(contains(text, part), ("%q in %s"):format(part, text))
  vim.cmd("close")
  return text
end

--- Waits for a floating window, closes it and returns its text.
local function floating_text()
  return eventually("a floating window", function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
        vim.api.nvim_win_close(window, true)
        return table.concat(lines, "\n")
      end
    end
  end)
end

--- Chooses the code action at the cursor whose title contains `title`, as a user does in the menu.
local function choose(title)
  local offered
  vim.ui.select = function(items, options, choice)
    offered = vim.tbl_map(options.format_item, items)
    for index, name in ipairs(offered) do
      if contains(name, title) then return choice(items[index], index) end
    end
    choice(nil)
  end
  vim.lsp.buf.code_action()
  eventually("code actions", function() return offered end)
  expect(vim.tbl_count(vim.tbl_filter(function(name) return contains(name, title) end, offered)) > 0,
    ("%q among %s"):format(title, vim.inspect(offered)))
end

local function close_lists()
  local items = vim.fn.getloclist(0)
  vim.cmd("lclose")
  return items
end

--- Sends a request about the current file, and returns the results of all servers together.
local function asked(method, more)
  local params = vim.tbl_extend("force", { textDocument = vim.lsp.util.make_text_document_params() }, more or {})
  local results = {}
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 20000) or {}) do
    vim.list_extend(results, answer.result or {})
  end
  return results
end

local tests = {}

function tests.a_real_bug_is_an_error_with_its_steps()
  open("p1_bug.c")
  local found = diagnostic_on(8, "is used after its memory was freed")
  expect(found.severity == vim.diagnostic.severity.ERROR, "an error, as a run confirms it")
  expect(found.source == "csieve", "our name on it")
  expect(found.col == 8 and found.end_col == 10, "a squiggle below *a")
  local steps = found.user_data.lsp.relatedInformation
  expect(#steps >= 3 and #steps <= 7, "the steps that matter, not " .. #steps)
  expect(contains(vim.inspect(steps), "is freed"), "the step that frees")
end

function tests.the_hover_has_the_path()
  at(8)
  vim.lsp.buf.hover()
  local text = floating_text()
  expect(contains(text, "use-after-free") and contains(text, "is freed"), "the path in " .. text)
  expect(not contains(text, "command:"), "no links that do nothing")
end

function tests.the_path_of_the_only_finding_is_shown_as_inlay_hints()
  local range = { start = { line = 0, character = 0 }, ["end"] = { line = 99, character = 0 } }
  local hints = asked("textDocument/inlayHint", { range = range })
  local texts = vim.inspect(vim.tbl_map(function(hint) return hint.label end, hints))
  expect(contains(texts, "①") and contains(texts, "is freed"), "the numbered path in " .. texts)
end

function tests.actions_show_the_path_of_a_bug()
  at(8)
  choose("Show counterexample trace")
  shown_text("is freed")
end

function tests.commands_show_the_steps_and_the_rounds()
  at(8)
  vim.cmd("CsieveTrace")
  shown_text("is freed")
  at(8)
  vim.cmd("CsieveSteps")
  eventually("the list of steps", function() return vim.bo.buftype == "quickfix" end)
  local steps = close_lists()
  expect(#steps > 5 and steps[#steps].lnum == 8, "the steps up to line 8: " .. vim.inspect(steps))
  at(8)
  vim.cmd("CsieveRounds")
  expect(contains(shown_text("round 1"), "round 2"), "several rounds")
end

function tests.a_refuted_finding_is_a_hint_with_an_observer()
  open("p1_ok.c")
  local found = diagnostic_on(8, "refuted as spurious")
  expect(found.severity == vim.diagnostic.severity.HINT, "a hint")
  at(8)
  choose("Show conflict observer")
  shown_text("cannot happen")
  at(8)
  vim.cmd("CsieveObserver")
  shown_text("has least solution")
end

function tests.the_drawing_is_an_svg()
  local opened
  csieve.open_file = function(path) opened = path end
  at(8)
  vim.cmd("CsieveDrawing")
  eventually("the drawing", function() return opened end)
  expect(contains(table.concat(vim.fn.readfile(opened), "\n"), "<svg"), "an SVG in " .. opened)
end

function tests.refuted_findings_are_listed_with_their_proofs()
  vim.cmd("CsieveFindings")
  eventually("the list of findings", function() return vim.bo.buftype == "quickfix" end)
  local list = vim.inspect(close_lists())
  expect(list:find("refuted: .*x == 1") and contains(list, "it would be: `a` is used"), "proofs in " .. list)
end

function tests.edits_change_the_findings()
  open("p1_ok.c")
  diagnostic_on(8, "refuted as spurious")
  vim.api.nvim_buf_set_lines(0, 5, 6, false, { "    for (x = 10; x >= 0; x--) {" })
  local found = diagnostic_on(8, "is used after its memory was freed")
  expect(found.severity == vim.diagnostic.severity.ERROR, "an error")
  vim.cmd("undo")
  diagnostic_on(8, "refuted as spurious")
end

function tests.a_suppression_is_written_into_the_text()
  open("p1_bug.c")
  diagnostic_on(8, "is used after its memory was freed")
  at(8)
  choose("Suppress with a reason")
  eventually("the comment", function()
    return contains(vim.api.nvim_buf_get_lines(0, 7, 8, false)[1], "// NOLINT(use-after-free): reason")
  end)
  eventually("the warning to go", function() return #vim.diagnostic.get(0, { lnum = 7 }) == 0 end)
end

function tests.a_quick_fix_makes_its_finding_go_away()
  open("sieve.c")
  diagnostic_on(15, "without freeing `message`")
  at(15)
  choose("Insert `free(message);`")
  eventually("the call", function() return contains(table.concat(vim.api.nvim_buf_get_lines(0, 13, 16, false), "\n"), "free(message);") end)
  eventually("the warning to go", function()
    for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
      if contains(diagnostic.message, "without freeing `message`") then return false end
    end
    return true
  end)
  vim.cmd("undo")
  diagnostic_on(15, "without freeing `message`")
end

function tests.a_finding_whose_cause_is_in_another_file_appears_and_goes_as_that_file_is_typed_into()
  open("wrapped/use.c")
  local user = vim.api.nvim_get_current_buf()
  local found = diagnostic_on(9, "is used after it was freed")
  expect(contains(vim.inspect(found.user_data.lsp.relatedInformation), "drop.c"), "a step in drop.c")
  diagnostic_on(15, "is NULL here if `buffer_new`")
  local locked = diagnostic_on(24, "without releasing")
  expect(contains(vim.inspect(locked.user_data.lsp.relatedInformation), "lock.c"), "a step in lock.c")
  -- What the callers in held.c do with the result is the evidence.
  diagnostic_on(33, "is NULL here if `table_get` on line 32 returns NULL, inferred: 4 of 5 uses")
  local function is_used_after_free()
    for _, diagnostic in ipairs(vim.diagnostic.get(user, { lnum = 8 })) do
      if contains(diagnostic.message, "is used after it was freed") then return true end
    end
    return false
  end
  open("wrapped/drop.c")
  vim.api.nvim_buf_set_lines(0, 6, 7, false, {})
  eventually("the finding of the caller to go", function() return not is_used_after_free() end)
  expect(#vim.diagnostic.get(user, { lnum = 14 }) > 0, "the other finding to stay")
  vim.cmd("undo")
  eventually("the finding of the caller", is_used_after_free)
end

function tests.symbols_are_found_in_broken_text()
  open("p1_ok.c")
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { "int broken(int x)", "{", "    x = (1 +", "}", "int after(void)", "{", "}" })
  local names = eventually("the symbols of the edited text", function()
    local names = vim.tbl_map(function(symbol) return symbol.name end, asked("textDocument/documentSymbol"))
    return #names > 1 and table.concat(names, " ")
  end)
  expect(names == "foo broken after", "foo, broken and after, not " .. names)
  vim.cmd("edit!")
end

--- Returns the texts that csieve shows behind lines of the current buffer, each with its line from one.
local function verdicts()
  local namespace, texts = vim.api.nvim_get_namespaces()["csieve judge"], {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
    table.insert(texts, ("%d %s"):format(mark[2] + 1, mark[4].virt_text[1][1]))
  end
  return texts
end

local function open_judged()
  vim.fn.writefile({
    "int narrower(int a, int b)", "{", "    int n = 1, *p = 0;", "    if (a > b)", "        p = &n;",
    "    if (b < a)", "        return *p;", "    return 0;", "}",
    "int read(int n)", "{", "    int value;", "    if (n > 0)", "        value = n;", "    return n > 0 ? value : 0;", "}",
  }, files .. "/judged.c")
  open("judged.c")
end

function tests.what_another_tool_says_has_the_verdict_behind_its_line()
  open_judged()
  local tool = vim.api.nvim_create_namespace("another tool")
  local function report(line)
    local message = "dereference of NULL 'p' [CWE-476] [-Wanalyzer-null-dereference]"
    vim.diagnostic.set(tool, 0, { { lnum = line - 1, col = 15, message = message, source = "gcc", severity = 2 } })
  end
  local refuted = "7 gcc: refuted by csieve, line 4 leaves a <= b, line 6 then needs b < a"
  report(7)
  eventually("the verdict", function() return verdicts()[1] == refuted end)
  at(7)
  vim.cmd("CsieveJudge")
  local text = floating_text()
  expect(contains(text, "csieve on what gcc says:") and contains(text, "no run does this"), "why in " .. text)
  -- An edit takes the verdict away until the tool reports anew.
  vim.api.nvim_buf_set_lines(0, 5, 6, false, { "    if (b <= a)" })
  eventually("no verdict", function() return #verdicts() == 0 end)
  report(7)
  eventually("the new verdict", function() return contains(verdicts()[1] or "", "7 gcc: confirmed by csieve, p is NULL here") end)
  vim.diagnostic.reset(tool, 0)
  eventually("no verdict", function() return #verdicts() == 0 end)
end

function tests.what_clangd_says_has_the_verdict_behind_its_line()
  if vim.fn.executable("clangd") == 0 then return say("  clangd is missing") end
  open_judged()
  local options = { fallbackFlags = { "-Wconditional-uninitialized" } }
  local client = vim.lsp.start_client({ name = "clangd", cmd = { "clangd" }, root_dir = files, init_options = options })
  vim.lsp.buf_attach_client(0, client)
  local expected = "15 clang: refuted by csieve, line 13 leaves n <= 0, line 15 then needs n > 0"
  eventually("the verdict", function() return vim.tbl_contains(verdicts(), expected) end)
  vim.lsp.stop_client(client)
  eventually("no verdict", function() return #verdicts() == 0 end)
end

local function names_in_order()
  local order = {}
  for line in io.lines(repository .. "/tests/editors/neovim.lua") do
    local name = line:match("^function tests%.([%w_]+)")
    if name then table.insert(order, name) end
  end
  return order
end

local failed = 0
if vim.fn.has("nvim-0.11") == 1 then
  vim.lsp.config("csieve", { cmd = { server, "serve" }, settings = { csieve = { documentSymbols = true } } })
  vim.lsp.enable("csieve")
else
  csieve.setup({ cmd = { server, "serve" }, documentSymbols = true })
end
for _, name in ipairs(names_in_order()) do
  local fine, trouble = xpcall(tests[name], debug.traceback)
  say(("  %s %s"):format(fine and "ok" or "FAILED", name:gsub("_", " ")))
  if not fine then
    failed = failed + 1
    say(tostring(trouble))
  end
end
vim.cmd(failed == 0 and "qall!" or "cquit!")
