/** The kind of a toast. */
export type ToastVariant = 'success' | 'info' | 'warning' | 'error'

/** The content of a toast. `title` and `detail` may contain `b i em strong a br code`; everything else is removed. */
export type Toast = {
  tone?: ToastVariant
  title: string
  detail?: string
  /** One action, for example Undo; it closes the toast. */
  action?: { label: string; run: () => void }
  /** Milliseconds; 5000 unless given, false stays until closed. */
  autoClose?: number | false
}
