import { ShownOnce } from '#kit/web/look/shown-once.tsx'
import { useText } from '../texts.ts'

/** A new token and its signing secret, shown once. */
export function CreatedToken(props: { token: string; signingSecret: string; onClose: () => void }) {
  const t = useText()
  return (
    <ShownOnce
      title={t('created')}
      text={t('createdText')}
      secrets={[
        { label: t('token'), text: props.token, copy: t('copyToken') },
        { label: t('signingSecret'), text: props.signingSecret, copy: t('copySecret') },
      ]}
      done={t('done')}
      onClose={props.onClose}
    />
  )
}
