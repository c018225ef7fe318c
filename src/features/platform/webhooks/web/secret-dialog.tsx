import { ShownOnce } from '#kit/web/look/shown-once.tsx'
import { useText } from '../texts.ts'

/** Shows a new signing secret, once. */
export function SecretDialog({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useText()
  return (
    <ShownOnce
      title={t('secretTitle')}
      text={t('secretText')}
      secrets={[{ text: secret, copy: t('copySecret') }]}
      done={t('done')}
      onClose={onDone}
    />
  )
}
