import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { text } from '../text/kit-text.ts'
import { ToastBody } from './toast-body.tsx'
import { ToastIcon, type Tone } from './toast-icon.tsx'

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

const colours = { success: 'green', info: 'blue', warning: 'orange', error: 'red' } as const

/** Shows a toast and answers its id. */
export function toast({ tone = 'success', title, detail, action, autoClose = 5000 }: Toast): string {
  const id = crypto.randomUUID()
  return notifications.show({
    id,
    color: colours[tone],
    icon: createElement(ToastIcon, { tone }),
    message: createElement(ToastBody, { title, detail, action, close: () => notifications.hide(id) }),
    autoClose,
    withAutoCloseProgress: autoClose !== false,
    role: tone === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': text('close') },
  })
}
