import { Suspense, useState } from 'react'
import type { Passkey, readMyFactors } from '#features/users/second-factors/contract.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { IconFingerprint, IconPencil, IconRefresh, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import type { Me } from '../contract.ts'
import { useText } from '../texts.ts'
import { Line } from './line.tsx'
import { useAgo } from './use-ago.ts'

const AddPasskey = lazyNamed(() => import('./add-passkey.tsx'), 'AddPasskey')
const RenamePasskey = lazyNamed(() => import('./rename-passkey.tsx'), 'RenamePasskey')
const RemovePasskey = lazyNamed(() => import('./remove-passkey.tsx'), 'RemovePasskey')

const ResumePasskey = lazyNamed(() => import('./resume-passkey.tsx'), 'ResumePasskey')

/** The user's passkeys: names, last use, and a button to add one. */
export function PasskeyLines(props: { me: Me; factors: Reply<typeof readMyFactors>; locked: boolean }) {
  const t = useText()
  const { me, factors, locked } = props
  const [adding, setAdding] = useState(false)
  const possible = factors.passkeysPossible && knowsPasskeys()
  const note = possible
    ? t('signIn.passkeysNote')
    : t(factors.passkeysPossible ? 'signIn.passkeysUnknown' : 'signIn.passkeysImpossible')
  return (
    <>
      <Line icon={<IconFingerprint size={18} aria-hidden />} title={t('signIn.passkeys')} note={note}>
        {possible && (
          <Button
            variant="default"
            size="compact-sm"
            blocked={locked ? t('notYet.acting') : undefined}
            onClick={() => setAdding(true)}
          >
            {t('signIn.passkeyAdd')}
          </Button>
        )}
      </Line>
      {factors.passkeys.length > 0 && (
        <ul aria-label={t('signIn.passkeys')}>
          {factors.passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyLine me={me} passkey={passkey} locked={locked} />
            </li>
          ))}
        </ul>
      )}
      <Suspense>{adding && <AddPasskey onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}

function PasskeyLine({ me, passkey, locked }: { me: Me; passkey: Passkey; locked: boolean }) {
  const t = useText()
  const ago = useAgo()
  const [open, setOpen] = useState<'rename' | 'remove' | 'resume' | null>(null)
  const { name, synced, createdAt, lastUsedAt, suspendedAt } = passkey
  const facts = [
    t('signIn.passkeySince', { date: formatDate(createdAt) }),
    lastUsedAt ? ago(lastUsedAt, 'signIn.passkeyUsed', 'signIn.passkeyUsedNow') : t('signIn.passkeyUnused'),
  ]
  return (
    <>
      <Line
        icon={<span />}
        title={name}
        badge={
          (synced || suspendedAt) && (
            <Badge colour={suspendedAt ? 'red' : 'light-grey'} plain>
              {t(suspendedAt ? 'signIn.passkeySuspended' : 'signIn.passkeySynced')}
            </Badge>
          )
        }
        note={facts.join(' · ')}
      >
        {!locked && (
          <>
            {suspendedAt && (
              <IconButton size={28} aria-label={t('signIn.passkeyResume', { name })} onClick={() => setOpen('resume')}>
                <IconRefresh size={16} aria-hidden />
              </IconButton>
            )}
            <IconButton size={28} aria-label={t('signIn.passkeyRename', { name })} onClick={() => setOpen('rename')}>
              <IconPencil size={16} aria-hidden />
            </IconButton>
            <IconButton size={28} aria-label={t('signIn.passkeyRemove', { name })} onClick={() => setOpen('remove')}>
              <IconTrash size={16} aria-hidden />
            </IconButton>
          </>
        )}
      </Line>
      <Suspense>
        {open === 'rename' && <RenamePasskey passkey={passkey} onClose={() => setOpen(null)} />}
        {open === 'resume' && <ResumePasskey me={me} passkey={passkey} onClose={() => setOpen(null)} />}
        {open === 'remove' && <RemovePasskey me={me} passkey={passkey} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}

/** Whether this browser can create passkeys. */
function knowsPasskeys(): boolean {
  return typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'
}
