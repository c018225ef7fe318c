import type { Toast } from './toast-text.ts'

/** Shows a toast; its code is loaded with the first one. */
export function toast(content: Toast): void {
  void import('./show-toast.ts').then(({ showToast }) => showToast(content))
}
