import { lazy, Suspense } from 'react'
import { useInboxState } from './use-inbox-state.ts'

const ModalAlert = lazy(async () => ({ default: (await import('./modal-alert.tsx')).ModalAlert }))

/** Modal alerts over every page, one at a time. */
export function ModalAlerts() {
  const alert = useInboxState()?.modals.at(-1)
  if (!alert) return null
  return (
    <Suspense>
      <ModalAlert key={alert.id} alert={alert} />
    </Suspense>
  )
}
