;;; csieve.el --- Find what can really happen in C code, with Eglot -*- lexical-binding: t -*-

;; Author: The csieve contributors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: c, languages, tools
;; URL: https://github.com/csieve/csieve
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:
;; csieve is a language server for C.  This package needs its program.  Install it with
;; M-x package-install-file, then run M-x eglot in a C buffer.  The commands `csieve-trace', `csieve-steps',
;; `csieve-observer', `csieve-rounds' and `csieve-drawing' show views of the finding on the current line.
;; `csieve-findings' lists all findings of the buffer, including refuted ones.  The server's code actions
;; open the same views.

;;; Code:

(require 'cl-lib)
(require 'compile)
(require 'eglot)
(require 'subr-x)

(defgroup csieve nil "Findings that can really happen." :group 'tools)

(defcustom csieve-program "csieve" "The csieve program." :type 'string)

(defcustom csieve-checks nil "Checks to run, as for the option --checks; all if empty." :type '(repeat string))

(defcustom csieve-show-refuted t "Show what is refuted as notes." :type 'boolean)

(defcustom csieve-show-minor t "Show what is true but hardly anyone cares about." :type 'boolean)

(defcustom csieve-allocations "fold"
  "What to do with memory that is used although its allocation may have failed."
  :type '(choice (const :tag "once in a file" "fold") (const :tag "at each place" "all") (const :tag "nothing" "off")))

(defcustom csieve-index t "Read all C files of the project, so that open files know what others do." :type 'boolean)

(defcustom csieve-show-doubtful nil "Also show findings whose paths are hardly possible." :type 'boolean)

(defcustom csieve-refuters nil "Refuters to ask, `-name' for one less." :type '(repeat string))

(defcustom csieve-wrapv nil "Whether signed overflow wraps." :type 'boolean)

(defcustom csieve-exclude nil "Patterns of files to leave out, as in .gitignore." :type '(repeat string))

(defcustom csieve-library nil "Files with tables of your own functions." :type '(repeat string))
(defcustom csieve-rules nil "Files with rules of your own." :type '(repeat string))

(defcustom csieve-compile-commands "" "The folder of compile_commands.json; searched for if empty." :type 'string)

(defcustom csieve-include-paths nil "Folders to search for headers first." :type '(repeat string))

(defcustom csieve-defines nil "Macros to define, as NAME or NAME=VALUE." :type '(repeat string))

(defclass csieve-server (eglot-lsp-server) () "The language server of csieve.")

(add-to-list 'eglot-server-programs
             (cons '(c-mode c-ts-mode) (lambda (&rest _) (list 'csieve-server csieve-program "serve"))))

(cl-defmethod eglot-initialization-options ((_server csieve-server))
  "The settings."
  (list :checks (vconcat csieve-checks)
        :showRefuted (if csieve-show-refuted "hint" "off")
        :showDoubtful (if csieve-show-doubtful t :json-false)
        :showMinor (if csieve-show-minor t :json-false)
        :allocations csieve-allocations
        :index (if csieve-index t :json-false)
        :refuters (vconcat csieve-refuters)
        :wrapv (if csieve-wrapv t :json-false)
        :exclude (vconcat csieve-exclude)
        :library (vconcat csieve-library)
        :rules (vconcat csieve-rules)
        :compileCommands csieve-compile-commands
        :includePaths (vconcat csieve-include-paths)
        :defines (vconcat csieve-defines)))

;;; Views of a finding, which is given as (:uri URI :id ID)

(defun csieve--show (name title text)
  "Show TEXT below TITLE in the buffer NAME."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert title "\n\n" text)
      (goto-char (point-min)))
    (special-mode)
    (display-buffer (current-buffer))))

(defun csieve--text (server method finding)
  "Ask SERVER with METHOD about FINDING and show the text of the answer."
  (let ((answer (jsonrpc-request server method finding)))
    (csieve--show "*csieve*" (plist-get answer :title) (plist-get answer :text))))

(defun csieve--trace (server finding)
  "Show the path of FINDING, asked of SERVER."
  (csieve--text server :csieve/trace finding))

(defun csieve--observer (server finding)
  "Show the automata that SERVER removed paths of FINDING with."
  (csieve--text server :csieve/observer finding))

(defun csieve--rounds (server finding)
  "Show how the verdict on FINDING came about, asked of SERVER."
  (csieve--text server :csieve/rounds finding))

(defun csieve--line (range)
  "The first line of RANGE, counted from one."
  (1+ (plist-get (plist-get range :start) :line)))

(defun csieve--drawing (server finding)
  "Open the automaton of FINDING, drawn by SERVER."
  (let ((path (make-temp-file "csieve" nil ".svg" (plist-get (jsonrpc-request server :csieve/observer finding) :svg))))
    (if (and (display-images-p) (image-type-available-p 'svg))
        (find-file-other-window path)
      (browse-url-of-file path))))

(define-compilation-mode csieve-list-mode "csieve" "Places that csieve names; \\[next-error] goes to the next one.")

(defun csieve--list (title places)
  "List PLACES below TITLE, so that `next-error' walks them.
Each place is a list (URI RANGE KIND TEXT)."
  (with-current-buffer (get-buffer-create "*csieve list*")
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert title "\n\n")
      (pcase-dolist (`(,uri ,range ,kind ,text) places)
        (insert (format "%s:%d:%d: %s: %s\n" (eglot--uri-to-path uri) (csieve--line range)
                        (1+ (plist-get (plist-get range :start) :character)) kind text)))
      (goto-char (point-min)))
    (csieve-list-mode)
    (setq next-error-last-buffer (current-buffer))
    (display-buffer (current-buffer))))

(defun csieve--steps (server finding)
  "List the path of FINDING, asked of SERVER."
  (let ((trace (jsonrpc-request server :csieve/trace finding)))
    (csieve--list (plist-get trace :title)
                  (cl-loop for step across (plist-get trace :steps)
                           for values = (mapconcat (lambda (known)
                                                     (format "%s = %s" (plist-get known :name) (plist-get known :value)))
                                                   (plist-get step :values) ", ")
                           collect (list (or (plist-get step :uri) (plist-get finding :uri))
                                         (plist-get step :range)
                                         (if (eq t (plist-get step :decisive)) "warning" "note")
                                         (string-trim-right (format "%s  %s" (plist-get step :text) values)))))))

(defun csieve--list-findings (server uri wanted)
  "List the findings of URI that are WANTED, with the refuted ones and why.
SERVER knows them."
  (csieve--list "csieve"
                (cl-loop for finding across (jsonrpc-request server :csieve/findings (list :uri uri))
                         for refuted = (equal "refuted" (plist-get finding :verdict))
                         when (funcall wanted finding)
                         collect (list uri (plist-get finding :range)
                                       (if refuted "note" "warning")
                                       (if refuted
                                           (format "refuted: %s; it would be: %s" (plist-get finding :proof)
                                                   (plist-get finding :message))
                                         (plist-get finding :message))))))

;;; Commands that the server's code actions name

(defconst csieve--views
  '(("csieve.openTrace" . csieve--trace)
    ("csieve.openObserver" . csieve--observer)
    ("csieve.openRounds" . csieve--rounds)
    ("csieve.openDrawing" . csieve--drawing))
  "Commands of the server whose answers Emacs asks for and shows itself.")

(defun csieve--run (server command arguments)
  "Run COMMAND with ARGUMENTS if it is one of `csieve--views', and return whether.
SERVER is asked for what is shown."
  (when-let ((view (alist-get (format "%s" command) csieve--views nil nil #'equal)))
    (funcall view server (elt arguments 0))
    t))

(cl-defmethod eglot-execute-command ((server csieve-server) command arguments)
  "Run COMMAND with ARGUMENTS, of SERVER or ours."
  (or (csieve--run server command arguments) (cl-call-next-method)))

;; Newer versions of Eglot call `eglot-execute' instead of `eglot-execute-command'.
(when (fboundp 'eglot-execute)
  (cl-defmethod eglot-execute ((server csieve-server) action)
    "Run ACTION, of SERVER or ours."
    (let* ((command (plist-get action :command))
           (call (if (stringp command) action command)))
      (or (csieve--run server (plist-get call :command) (plist-get call :arguments)) (cl-call-next-method)))))

;;; Interactive commands

(defun csieve--uri ()
  "The address of this buffer's file."
  (plist-get (eglot--TextDocumentIdentifier) :uri))

(defun csieve--choose (findings)
  "The one of FINDINGS that the user means."
  (if (cdr findings)
      (let ((names (mapcar (lambda (finding)
                             (cons (format "%s: %s" (plist-get finding :rule) (plist-get finding :message)) finding))
                           findings)))
        (alist-get (completing-read "Finding: " names nil t) names nil nil #'equal))
    (or (car findings) (user-error "No finding on this line"))))

(defun csieve--at-point (view)
  "Run VIEW for the finding on this line."
  (let* ((server (eglot--current-server-or-lose))
         (uri (csieve--uri))
         (line (line-number-at-pos nil t))
         (covers (lambda (finding)
                   (let ((range (plist-get finding :range)))
                     (<= (csieve--line range) line (1+ (plist-get (plist-get range :end) :line))))))
         (finding (csieve--choose (seq-filter covers (jsonrpc-request server :csieve/findings (list :uri uri))))))
    (funcall view server (list :uri uri :id (plist-get finding :id)))))

;;;###autoload
(defun csieve-trace () "Show the path of the finding on this line." (interactive) (csieve--at-point #'csieve--trace))

;;;###autoload
(defun csieve-steps () "List the path of the finding on this line." (interactive) (csieve--at-point #'csieve--steps))

;;;###autoload
(defun csieve-observer () "Show the proof on this line." (interactive) (csieve--at-point #'csieve--observer))

;;;###autoload
(defun csieve-rounds () "Show how the verdict on this line came about." (interactive) (csieve--at-point #'csieve--rounds))

;;;###autoload
(defun csieve-drawing () "Open the proof on this line as a drawing." (interactive) (csieve--at-point #'csieve--drawing))

;;;###autoload
(defun csieve-findings ()
  "List the findings of this buffer, with the refuted ones and why."
  (interactive)
  (csieve--list-findings (eglot--current-server-or-lose) (csieve--uri) #'identity))

(provide 'csieve)
;;; csieve.el ends here
