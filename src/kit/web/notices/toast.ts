import type { Toast } from './toast-text.ts'

/** Shows a toast; its code is loaded with the first one. */
export function toast(said: Toast): void {
  void import('./show-toast.ts').then(({ showToast }) => showToast(said))
}
