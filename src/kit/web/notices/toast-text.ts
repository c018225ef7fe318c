/** What kind of news a toast brings. */
export type ToastVariant = 'success' | 'info' | 'warning' | 'error'

/** What a toast says. `title` and `detail` may carry `b i em strong a br code`; everything else is taken out. */
export type Toast = {
  tone?: ToastVariant
  title: string
  detail?: string
  /** One thing to do, for example Undo; doing it closes the toast. */
  action?: { label: string; run: () => void }
  /** Milliseconds; 5000 unless given, false stays until closed. */
  autoClose?: number | false
}
