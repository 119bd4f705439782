;;; emacs-package.el --- Installs the package of Emacs and checks its conventions -*- lexical-binding: t -*-

;;; Commentary:
;; run.sh runs this file with FILE, the package, and an empty folder as `package-user-dir'.  Every warning is an error.

;;; Code:

(require 'checkdoc)
(require 'package)
(package-initialize)
(require 'package-lint)

(defvar complaints nil "What is wrong.")

;; Without an archive of packages nobody knows which ones can be installed: that is not asked here.
(defun is-about-archives (text)
  "Whether a complaint TEXT of package-lint is about what an archive has."
  (string-match-p "not installable\\|uninstallable" text))

(let* ((file (expand-file-name (getenv "FILE")))
       (buffer (find-file-noselect file))
       (checkdoc-create-error-function
        (lambda (text start &rest _)
          (push (format "checkdoc: line %d: %s" (line-number-at-pos start) text) complaints)
          nil)))
  (with-current-buffer buffer
    (dolist (found (package-lint-buffer))
      (unless (is-about-archives (nth 3 found))
        (push (format "package-lint: line %d: %s" (car found) (nth 3 found)) complaints)))
    (checkdoc-current-buffer t))
  (kill-buffer buffer)
  (package-install-file file))

(unless (package-installed-p 'csieve '(0 1)) (push "the package is not installed" complaints))
(unless (autoloadp (symbol-function 'csieve-trace)) (push "csieve-trace is not loaded when it is needed" complaints))
(with-current-buffer (get-buffer-create "*Compile-Log*")
  (goto-char (point-min))
  (while (re-search-forward "^.*\\(?:Warning\\|Error\\): .*$" nil t)
    (push (format "compiler: %s" (match-string 0)) complaints)))

(dolist (complaint (reverse complaints)) (princ (format "  FAILED %s\n" complaint)))
(unless complaints (princ "  ok the package is installed, and its commands are loaded when they are needed\n"))
(kill-emacs (if complaints 1 0))
;;; emacs-package.el ends here
