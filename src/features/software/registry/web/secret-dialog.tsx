import { useQuery } from '@tanstack/react-query'
import { signInAgain } from '#features/access/sessions/web/index.ts'
import { readMe } from '#features/users/users/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { errorText } from '#kit/web/data/show-error.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type RegistryCredential, readRegistryLogin } from '../contract.ts'
import { useText } from '../texts.ts'

/** Shows the secret of a credential; the server wants a sign-in within ten minutes. */
export function SecretDialog({ credential, onClose }: { credential: RegistryCredential; onClose: () => void }) {
  const t = useText()
  const { data: me } = useQueryOf(readMe, {})
  const { account, id, name, version } = credential
  const query = { account, credential: id, decodeKey: true, detailsType: 'DOCKER' as const }
  // Not kept: the secret is read when the dialog opens, and forgotten when it closes.
  const secret = useQuery({
    queryKey: ['registry-secret', id, version],
    queryFn: () => call(readRegistryLogin, { query }),
    gcTime: 0,
    retry: false,
  })
  const { error } = secret
  const stale = error !== null && 'code' in error && error.code === 'reauthentication-required'
  return (
    <Modal
      opened
      centered
      size={560}
      title={t('secret.title', { name })}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className="form-stack">
        {error ? (
          <p>{stale ? t('secret.stale') : errorText(error)}</p>
        ) : (
          <QueryView query={secret} rows={2}>
            {(data) => (
              <>
                <CopyableText label={t('secret.username')} text={data.username} copy={t('copy')} />
                <CopyableText label={t('secret.secret')} text={data.secret} copy={t('copy')} />
                <p>{t('secret.file', { file: `${name}.secret` })}</p>
              </>
            )}
          </QueryView>
        )}
        <DialogActions>
          {stale && me && (
            <Button onClick={() => signInAgain(me.username, me.provider ?? undefined)}>{t('secret.signIn')}</Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  )
}
