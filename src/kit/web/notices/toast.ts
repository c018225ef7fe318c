import type { Tone } from './toast-icon.tsx'

/** What a toast says. `title` and `detail` may carry `b i em strong a br code`; everything else is taken out. */
export type Toast = {
  tone?: Tone
  title: string
  detail?: string
  /** One thing to do, for example Undo; doing it closes the toast. */
  action?: { label: string; run: () => void }
  /** Milliseconds; 5000 unless given, false stays until closed. */
  autoClose?: number | false
}

/** Shows a toast; what draws it loads with the first one. */
export function toast(said: Toast): void {
  void import('./show-toast.ts').then(({ showToast }) => showToast(said))
}
