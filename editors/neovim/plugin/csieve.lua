-- Defines the commands of csieve. The server is started by `setup` or `vim.lsp.enable`.
if vim.g.loaded_csieve then return end
vim.g.loaded_csieve = true
require("csieve").register_commands()
