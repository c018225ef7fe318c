import { Suspense, useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconKey } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { EmptyState } from '#kit/web/states/state.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { formatDate, formatDateTime } from '#kit/web/time/time.ts'
import {
  type CredentialState,
  changeRegistryOverlap,
  listRegistryCredentials,
  type RegistryCredential,
  revokeRegistryCredential,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './registry-page.module.css'

const RotateCredential = lazyNamed(() => import('./rotate-credential.tsx'), 'RotateCredential')

const colours: Readonly<Record<CredentialState, BadgeColour>> = {
  ACTIVE: 'green',
  ROTATING: 'light-blue',
  EXPIRES_SOON: 'orange',
  EXPIRED: 'grey',
  REVOKED: 'light-grey',
}

type Show = (credential: RegistryCredential) => void

/** The credentials of the account, with their rotation. */
export function CredentialsCard(props: { credentials: readonly RegistryCredential[]; onShow: Show }) {
  const t = useText()
  const { credentials, onShow } = props
  const inUse = credentials.filter(({ state }) => state !== 'REVOKED' && state !== 'EXPIRED').length
  return (
    <Card title={t('credential.title')} note={t('credential.inUse', { count: inUse })} flush>
      {credentials.length === 0 && (
        <EmptyState colour="grey" icon={<IconKey size={22} aria-hidden />} title={t('credential.empty')}>
          {t('credential.emptyText')}
        </EmptyState>
      )}
      <ul className={classes.credentials}>
        {credentials.map((credential) => (
          <Credential key={credential.id} credential={credential} onShow={onShow} />
        ))}
      </ul>
    </Card>
  )
}

function Credential({ credential, onShow }: { credential: RegistryCredential; onShow: Show }) {
  const t = useText()
  const [open, setOpen] = useState<'rotate' | 'revoke'>()
  const { id, name, state, version, expires, revoked: revokedAt, revokedBy, lastUsed } = credential
  const revoke = useMutationOf(revokeRegistryCredential, {
    refreshes: [listRegistryCredentials],
    onSuccess: () => toast({ title: t('revoke.done', { name }) }),
  })
  const usable = state !== 'REVOKED' && state !== 'EXPIRED'
  return (
    <li>
      <div className={classes.line}>
        <code>{name}</code>
        <Badge colour={colours[state]}>{t(`state.${state}`)}</Badge>
      </div>
      <div className={classes.quiet}>
        {revokedAt
          ? t('credential.revoked', { at: formatDateTime(revokedAt), by: revokedBy ?? '–' })
          : t('credential.until', { date: formatDate(expires) })}
        {' · '}
        {lastUsed ? (
          <>
            {t('credential.used', { address: lastUsed.address ?? '–' })} <Age at={lastUsed.at} />
          </>
        ) : (
          t('credential.unused')
        )}
      </div>
      {state === 'ROTATING' && <Overlap credential={credential} />}
      {usable && (
        <div className={classes.line}>
          <Button variant="default" size="xs" onClick={() => onShow(credential)}>
            {t('secret.show')}
          </Button>
          <Button variant="default" size="xs" onClick={() => setOpen('rotate')}>
            {t('rotate.action')}
          </Button>
          <Button variant="default" size="xs" onClick={() => setOpen('revoke')}>
            {t('revoke.action')}
          </Button>
        </div>
      )}
      <Suspense>
        {open === 'rotate' && (
          <RotateCredential credential={credential} onRotated={onShow} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
      <Confirm
        opened={open === 'revoke'}
        title={t('revoke.title', { name })}
        action={t('revoke.action')}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate({ params: { id }, version })}
        onClose={() => setOpen(undefined)}
      >
        {t('revoke.text')}
      </Confirm>
    </li>
  )
}

/** The old secret while it is accepted: how long, and which host still uses it. */
function Overlap({ credential: { id, version, previousUntil, previousUsed } }: { credential: RegistryCredential }) {
  const t = useText()
  const change = useMutationOf(changeRegistryOverlap, { refreshes: [listRegistryCredentials] })
  const accept = (overlapHours: number) => change.mutate({ params: { id }, version, body: { overlapHours } })
  return (
    <div className={classes.overlap}>
      <p>{t('overlap.until', { at: formatDateTime(previousUntil ?? '') })}</p>
      <p>
        {previousUsed
          ? t('overlap.used', { address: previousUsed.address ?? '–', at: formatDateTime(previousUsed.at) })
          : t('overlap.unused')}
      </p>
      <div className={classes.line}>
        <Button variant="default" size="xs" loading={change.isPending} onClick={() => accept(0)}>
          {t('overlap.end')}
        </Button>
        <Button variant="default" size="xs" loading={change.isPending} onClick={() => accept(12)}>
          {t('overlap.longer')}
        </Button>
      </div>
    </div>
  )
}
