import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { text } from '../text/kit-text.ts'
import { ToastBody } from './toast-body.tsx'
import { ToastIcon } from './toast-icon.tsx'
import type { Toast } from './toast-text.ts'

const colours = { success: 'green', info: 'blue', warning: 'orange', error: 'red' } as const

/** Puts a toast on screen; call `toast`, which loads this when it is needed. */
export function showToast({ tone = 'success', title, detail, action, autoClose = 5000 }: Toast): void {
  const id = crypto.randomUUID()
  notifications.show({
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
