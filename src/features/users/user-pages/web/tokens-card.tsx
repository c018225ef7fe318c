import { listTokensOfUser, revokeTokenOfUser, type User } from '#features/users/user-management/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconTrash } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatAge, formatDate } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import classes from './user-page.module.css'

/** A user's API tokens, each with a button to revoke it. */
export function TokensCard({ user }: { user: User }) {
  const t = useText()
  const params = { id: user.id }
  const query = useQueryOf(listTokensOfUser, { params })
  const revoke = useMutationOf(revokeTokenOfUser, {
    refreshes: [listTokensOfUser],
    onSuccess: () => toast({ title: t('tokens.revoked') }),
  })
  if (query.error) return null
  return (
    <Card title={t('tokens.title')}>
      <QueryView query={query} rows={2} empty={<p className={classes.none}>{t('tokens.none')}</p>}>
        {({ _embedded: { tokens } }) => (
          <ul className={classes.lines}>
            {tokens.map(({ id, name, expiresAt, lastUsedAt }) => (
              <li key={id}>
                <span className={classes.words}>
                  {name}
                  <span className={classes.under}>
                    {lastUsedAt ? t('tokens.used', { age: formatAge(lastUsedAt) }) : t('tokens.unused')} ·{' '}
                    {t('tokens.facts', { day: formatDate(expiresAt) })}
                  </span>
                </span>
                <IconButton
                  size={28}
                  aria-label={t('tokens.revoke', { name })}
                  loading={revoke.isPending}
                  onClick={() => revoke.mutate({ params: { ...params, token: id } })}
                >
                  <IconTrash size={16} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}
