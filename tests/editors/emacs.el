;;; emacs.el --- Tests of csieve in a real Emacs, through editors/emacs/csieve.el -*- lexical-binding: t -*-

;;; Commentary:
;; run.sh runs this file.  It sets the environment variables REPOSITORY, CSIEVE_SERVER and FILES.

;;; Code:

(require 'package)
(package-initialize)
(require 'ert)
(load (expand-file-name "editors/emacs/csieve.el" (getenv "REPOSITORY")))

(setq csieve-program (getenv "CSIEVE_SERVER")
      eglot-sync-connect 20
      eglot-autoshutdown t
      eglot-send-changes-idle-time 0.1
      flymake-no-changes-timeout 0.1
      make-backup-files nil
      auto-save-default nil)

(defmacro eventually (what &rest body)
  "Wait until BODY returns something, and return it; fail with WHAT after a while."
  (declare (indent 1))
  `(let ((end (+ (float-time) 10)) found)
     (while (not (or (setq found (progn ,@body)) (> (float-time) end)))
       (accept-process-output nil 0.05))
     (or found (ert-fail (list "waited in vain for" ,what)))))

(defun open-file (name)
  "Open the file NAME as it is on disk, with a server."
  (find-file (expand-file-name name (getenv "FILES")))
  (when (buffer-modified-p) (revert-buffer t t))
  (unless (derived-mode-p 'c-mode) (c-mode))
  (unless (eglot-managed-p)
    (unless (eglot-current-server) (apply #'eglot--connect (eglot--guess-contact)))
    (eventually "a server" (eglot-managed-p))))

(defun go-to (line)
  "Go to the text of LINE."
  (goto-char (point-min))
  (forward-line (1- line))
  (back-to-indentation))

(defun on-line (line)
  "The findings on LINE."
  (seq-filter (lambda (diagnostic) (= line (line-number-at-pos (flymake-diagnostic-beg diagnostic))))
              (flymake-diagnostics)))

(defun refresh ()
  "Do what Emacs does when it is idle, which it never is in batch mode."
  (eglot--signal-textDocument/didChange)
  (flymake-start))

(defun finding-on (line part)
  "The finding on LINE that says PART, once it is there."
  (eventually (format "a finding on line %d: %s" line part)
    (refresh)
    (seq-find (lambda (diagnostic) (string-search part (flymake-diagnostic-text diagnostic))) (on-line line))))

(defun text-of (buffer part)
  "The text of BUFFER, once it is there with PART; the buffer goes."
  (eventually (format "%s in %s" part buffer)
    (when (get-buffer buffer)
      (with-current-buffer buffer
        (let ((text (buffer-string)))
          (when (string-search part text)
            (kill-buffer)
            text))))))

(defun choose (title)
  "Choose the code action TITLE at point, as a user does in the menu."
  (let ((offered nil) (last-nonmenu-event t))
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt names &rest _)
                 (setq offered (mapcar #'car names))
                 (or (seq-find (lambda (name) (string-search title name)) offered)
                     (ert-fail (list title "is not among" offered))))))
      (eglot-code-actions (point) (line-end-position) nil t))))

(defun type-of-finding (diagnostic) (format "%s" (flymake-diagnostic-type diagnostic)))

(ert-deftest 01-a-real-bug-is-an-error-with-its-steps ()
  (open-file "p1_bug.c")
  (let ((found (finding-on 8 "is used after its memory was freed")))
    (should (string-search "error" (type-of-finding found)))
    ;; Flymake cannot show related information, so the steps are in the text of the diagnostic.
    (should (string-match-p "line 10: .*freed" (flymake-diagnostic-text found)))))

(ert-deftest 02-the-hover-has-the-path-as-plain-text ()
  (open-file "p1_bug.c")
  (go-to 8)
  (let* ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams)))
         (text (plist-get (plist-get answer :contents) :value)))
    (should (string-search "use-after-free" text))
    (should (string-search "is freed" text))
    (should-not (string-match-p "command:\\|\\*\\*" text))))

(ert-deftest 03-actions-show-the-path ()
  (open-file "p1_bug.c")
  (go-to 8)
  (choose "Show counterexample trace")
  (text-of "*csieve*" "is freed"))

(ert-deftest 04-commands-show-the-steps-and-the-rounds ()
  (open-file "p1_bug.c")
  (go-to 8)
  (csieve-trace)
  (text-of "*csieve*" "is freed")
  (csieve-steps)
  (should (string-match-p "p1_bug.c:10:[0-9]+: warning: .*is freed" (text-of "*csieve list*" "is freed")))
  (csieve-rounds)
  (should (string-search "round 2" (text-of "*csieve*" "round 1"))))

(ert-deftest 05-steps-are-walked ()
  (open-file "p1_bug.c")
  (go-to 8)
  (csieve-steps)
  ;; The first decisive step is listed as a warning.  `next-error' skips the notes before it.
  (next-error 1 t)
  (should (= 5 (with-current-buffer "p1_bug.c" (line-number-at-pos)))))

(ert-deftest 06-a-refuted-finding-is-a-note-with-an-observer ()
  (open-file "p1_ok.c")
  (should (string-search "note" (type-of-finding (finding-on 8 "refuted as spurious"))))
  (go-to 8)
  (choose "Show conflict observer")
  (text-of "*csieve*" "cannot happen")
  (csieve-observer)
  (text-of "*csieve*" "has least solution"))

(ert-deftest 07-the-drawing-is-an-svg ()
  (open-file "p1_ok.c")
  (go-to 8)
  (let (opened)
    (cl-letf (((symbol-function 'browse-url-of-file) (lambda (path) (setq opened path))))
      (csieve-drawing))
    (with-temp-buffer
      (insert-file-contents opened)
      (should (string-search "<svg" (buffer-string))))))

(ert-deftest 08-refuted-findings-are-listed-with-their-proofs ()
  (open-file "p1_ok.c")
  (csieve-findings)
  (should (string-match-p "refuted: .*x == 1" (text-of "*csieve list*" "it would be: `a` is used"))))

(ert-deftest 09-edits-change-the-findings ()
  (open-file "p1_ok.c")
  (go-to 6)
  (search-forward "x > 0")
  (replace-match "x >= 0")
  (should (string-search "error" (type-of-finding (finding-on 8 "is used after its memory was freed"))))
  (revert-buffer t t)
  (finding-on 8 "refuted as spurious"))

(ert-deftest 10-a-suppression-is-written-into-the-text ()
  (open-file "p1_bug.c")
  (finding-on 8 "is used after its memory was freed")
  (go-to 8)
  (choose "Suppress with a reason")
  (should (string-search "// NOLINT(use-after-free): reason" (buffer-string)))
  (eventually "the warning to go" (refresh) (null (on-line 8)))
  (set-buffer-modified-p nil))

(ert-deftest 11-settings-reach-the-server ()
  (let ((csieve-checks '("-use-after-free")))
    (open-file "p1_bug.c")
    (eglot-shutdown (eglot-current-server))
    (open-file "p1_bug.c")
    (should-not (seq-find (lambda (finding) (equal "use-after-free" (plist-get finding :rule)))
                          (jsonrpc-request (eglot-current-server) :csieve/findings (list :uri (csieve--uri))))))
  (eglot-shutdown (eglot-current-server)))

(ert-deftest 12-symbols-are-in-the-menu ()
  (open-file "p1_bug.c")
  (should (assoc "foo" (cdr (assoc "Function" (eglot-imenu)))))
  (eglot-shutdown (eglot-current-server)))

(ert-deftest 13-a-quick-fix-makes-its-finding-go-away ()
  (open-file "sieve.c")
  (finding-on 15 "without freeing `message`")
  (go-to 15)
  (choose "Insert `free(message);`")
  (should (string-search "free(message);" (buffer-string)))
  (eventually "the warning to go" (refresh) (null (on-line 15)))
  (set-buffer-modified-p nil))

(ert-run-tests-batch-and-exit)
;;; emacs.el ends here
