import { useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { ShownOnce } from '#kit/web/look/shown-once.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import { createScimToken, readScimConnection, revokeScimToken } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './provider-panel.module.css'

/** The address and the token with which the directory of a provider creates and deactivates users. */
export function ScimCard({ provider: id }: { provider: string }) {
  const t = useText()
  const query = useQueryOf(readScimConnection, { params: { id } })
  return (
    <Card title={t('scim.title')}>
      <div className={classes.stack}>
        <p className={classes.note}>{t('scim.intro')}</p>
        <QueryView query={query} rows={3}>
          {(data) => (
            <>
              <CopyableText label={t('scim.address')} text={data.address} copy={t('scim.copyAddress')} />
              {data.token && <TokenState token={data.token} users={data.users} />}
              <TokenActions provider={id} exists={data.token !== null} />
            </>
          )}
        </QueryView>
      </div>
    </Card>
  )
}

type Connection = NonNullable<ReturnType<typeof useQueryOf<typeof readScimConnection>>['data']>

function TokenState({ token, users }: { token: NonNullable<Connection['token']>; users: number }) {
  const t = useText()
  const { createdAt, createdBy, lastUsedAt, lastError, lastErrorAt } = token
  return (
    <DescriptionList
      lines={[
        [t('scim.created'), t('scim.createdBy', { when: formatAge(createdAt), name: createdBy })],
        [t('scim.lastCall'), lastUsedAt ? formatAge(lastUsedAt) : t('scim.never')],
        [t('scim.users'), String(users)],
        [
          t('scim.lastError'),
          lastErrorAt && t('scim.errorAt', { when: formatAge(lastErrorAt), error: lastError ?? '' }),
        ],
      ]}
    />
  )
}

/** Creates, replaces or revokes the token; what ends the present one is confirmed. */
function TokenActions({ provider: id, exists }: { provider: string; exists: boolean }) {
  const t = useText()
  const [asking, setAsking] = useState<'replace' | 'revoke'>()
  const [token, setToken] = useState<string>()
  const mutationOptions = { refreshes: [readScimConnection] }
  const create = useMutationOf(createScimToken, {
    ...mutationOptions,
    onSuccess: (newToken) => {
      setAsking(undefined)
      setToken(newToken.token)
    },
  })
  const revoke = useMutationOf(revokeScimToken, {
    ...mutationOptions,
    onSuccess: () => {
      setAsking(undefined)
      toast({ title: t('scim.revoked') })
    },
  })
  const run = () => (asking === 'revoke' ? revoke : create).mutate({ params: { id } })
  return (
    <>
      <div className={classes.actions}>
        {exists ? (
          <>
            <Button variant="default" onClick={() => setAsking('replace')}>
              {t('scim.replace')}
            </Button>
            <Button variant="default" onClick={() => setAsking('revoke')}>
              {t('scim.revoke')}
            </Button>
          </>
        ) : (
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate({ params: { id } })}>
            {t('scim.create')}
          </Button>
        )}
      </div>
      <Confirm
        opened={asking !== undefined}
        title={t(`scim.${asking ?? 'replace'}`)}
        action={t(`scim.${asking ?? 'replace'}`)}
        busy={create.isPending || revoke.isPending}
        onClose={() => setAsking(undefined)}
        onConfirm={run}
      >
        {t(asking === 'revoke' ? 'scim.revokeText' : 'scim.replaceText')}
      </Confirm>
      {token && (
        <ShownOnce
          title={t('scim.newToken')}
          text={t('scim.newTokenText')}
          secrets={[{ text: token, copy: t('scim.copyToken') }]}
          done={t('scim.done')}
          onClose={() => setToken(undefined)}
        />
      )}
    </>
  )
}
