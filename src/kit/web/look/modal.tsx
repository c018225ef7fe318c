import type { ModalProps } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { lazyNamed } from '../lazy-named.ts'
import { whenIdle } from '../page-idle.ts'

const load = () => import('./loaded-modal.tsx')
const LoadedModal = lazyNamed(load, 'LoadedModal')

/** A dialog. Its frame is loaded after the first page, or when it is first opened. */
export function Modal(props: ModalProps) {
  const [isUsed, setUsed] = useState(props.opened)
  if (props.opened && !isUsed) setUsed(true)
  useEffect(() => {
    void whenIdle().then(() => load().catch(() => undefined))
  }, [])
  return isUsed ? (
    <Suspense fallback={null}>
      <LoadedModal {...props} />
    </Suspense>
  ) : null
}
