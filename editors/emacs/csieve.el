;;; csieve.el --- csieve for Emacs through Eglot -*- lexical-binding: t -*-

;;; Commentary:
;; Load this file, then M-x eglot in a C buffer.  `csieve-trace' and `csieve-observer' show the path
;; and the proof of the finding at point.

;;; Code:

(require 'eglot)
(require 'cl-lib)

(defgroup csieve nil "Findings that can really happen." :group 'tools)

(defcustom csieve-program "csieve" "The csieve program." :type 'string)

(defcustom csieve-checks nil "Checks to run, as for the option --checks." :type '(repeat string))

(add-to-list 'eglot-server-programs
             `((c-mode c-ts-mode)
               . (,csieve-program "serve" :initializationOptions (:checks ,(vconcat csieve-checks)))))

(defun csieve--show (method)
  "Show what METHOD says of the finding on this line."
  (let* ((server (eglot--current-server-or-lose))
         (uri (plist-get (eglot--TextDocumentIdentifier) :uri))
         (line (1- (line-number-at-pos)))
         (found (cl-find-if (lambda (finding)
                              (= line (plist-get (plist-get (plist-get finding :range) :start) :line)))
                            (jsonrpc-request server :csieve/findings (list :uri uri)))))
    (unless found (user-error "No finding on this line"))
    (let ((result (jsonrpc-request server method (list :uri uri :id (plist-get found :id)))))
      (with-current-buffer (get-buffer-create "*csieve*")
        (let ((inhibit-read-only t))
          (erase-buffer)
          (insert (plist-get result :title) "\n\n" (plist-get result :text)))
        (special-mode)
        (display-buffer (current-buffer))))))

(defun csieve-trace () "Show the path of the finding on this line." (interactive) (csieve--show :csieve/trace))

(defun csieve-observer () "Show the proof of the finding on this line." (interactive) (csieve--show :csieve/observer))

(provide 'csieve)
;;; csieve.el ends here
