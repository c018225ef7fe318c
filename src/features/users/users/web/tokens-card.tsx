import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { apiReferencePath } from '#features/platform/api-reference/paths.ts'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconKey, IconPlus, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { listMyTokens, type Me, revokeMyToken } from '../contract.ts'
import { useText } from '../texts.ts'
import { Line } from './line.tsx'
import { permissionKey } from './permission-key.ts'
import { useAgo } from './use-ago.ts'

const TokenDialog = lazyNamed(() => import('./token-dialog.tsx'), 'TokenDialog')

type Token = Reply<typeof listMyTokens>['_embedded']['tokens'][number]

/** The user's API tokens: permissions, expiry, and last use. */
export function TokensCard({ me, locked }: { me: Me; locked: boolean }) {
  const t = useText()
  const query = useQueryOf(listMyTokens, {})
  const [making, setMaking] = useState(false)
  return (
    <Card
      title={t('tokens.title')}
      note={t('tokens.note')}
      right={
        <>
          <Link to={apiReferencePath()}>{t('tokens.reference')}</Link>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            blocked={locked ? t('notYet.acting') : undefined}
            onClick={() => setMaking(true)}
          >
            {t('tokens.new')}
          </Button>
        </>
      }
      flush
    >
      <QueryView
        query={query}
        rows={2}
        empty={<Line icon={<IconKey size={18} aria-hidden />} title={t('tokens.none')} note={t('tokens.noneText')} />}
      >
        {({ _embedded: { tokens } }) => (
          <ul>
            {tokens.map((token) => (
              <li key={token.id}>
                <TokenLine token={token} locked={locked} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <Suspense>{making && <TokenDialog me={me} onClose={() => setMaking(false)} />}</Suspense>
    </Card>
  )
}

function TokenLine({ token, locked }: { token: Token; locked: boolean }) {
  const t = useText()
  const ago = useAgo()
  const [asking, setAsking] = useState(false)
  const revoke = useMutationOf(revokeMyToken, {
    refreshes: [listMyTokens, searchLogbook],
    onSuccess: () => toast({ title: t('tokens.revoked', { name: token.name }) }),
  })
  const hasEnded = new Date(token.expiresAt).getTime() < Date.now()
  const names = token.permissions?.map((name) => t(permissionKey(name))).join(', ')
  const facts = [
    names === undefined ? t('tokens.all') : t('tokens.some', { count: token.permissions?.length ?? 0, names }),
    t(hasEnded ? 'tokens.expired' : 'tokens.expires', { date: formatDate(token.expiresAt) }),
    token.lastUsedAt ? ago(token.lastUsedAt, 'tokens.used', 'tokens.usedNow') : t('tokens.unused'),
  ]
  return (
    <Line icon={<IconKey size={18} aria-hidden />} title={token.name} note={facts.join(' · ')}>
      {!locked && (
        <IconButton size={28} aria-label={t('tokens.revoke', { name: token.name })} onClick={() => setAsking(true)}>
          <IconTrash size={16} aria-hidden />
        </IconButton>
      )}
      <Confirm
        opened={asking}
        title={t('tokens.revokeTitle', { name: token.name })}
        action={t('tokens.revokeAction')}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate({ params: { id: token.id } })}
        onClose={() => setAsking(false)}
      >
        {t('tokens.revokeText')}
      </Confirm>
    </Line>
  )
}
