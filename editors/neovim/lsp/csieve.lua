-- The configuration that `vim.lsp.enable("csieve")` uses, from Neovim 0.11.
return require("csieve").config()
