import { Link } from '@tanstack/react-router'
import { changeUserState, listUsers, type User } from '#features/users/user-management/contract.ts'
import { userPath, usersPath } from '#features/users/user-pages/paths.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { approveDeletion, previewDeletion } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './deletion-page.module.css'

const SHOWN = 50

/** Candidates and approved users: kept or approved one by one; in bulk in the list of users. */
export function DeletionCandidates({
  state,
  title,
}: {
  state: 'candidateForDeletion' | 'approvedForDeletion'
  title: string
}) {
  const t = useText()
  const query = useQueryOf(listUsers, { query: { state: [state], size: SHOWN } })
  return (
    <Card
      title={title}
      note={query.data?.page.totalElements}
      right={<Link to={usersPath({ state })}>{t('list.all')}</Link>}
    >
      <QueryView query={query} rows={4} empty={<p className={classes.none}>{t('list.none')}</p>}>
        {({ _embedded: { users } }) => (
          <ul className={classes.users}>
            {users.map((user) => (
              <MarkedUser key={user.id} user={user} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function MarkedUser({ user }: { user: User }) {
  const t = useText()
  const params = { id: user.id }
  const stale = [listUsers, previewDeletion]
  const keep = useMutationOf(changeUserState, {
    refreshes: stale,
    onSuccess: ({ fullName }) => toast({ title: t('list.kept', { name: fullName }) }),
  })
  const approve = useMutationOf(approveDeletion, {
    refreshes: stale,
    onSuccess: () => toast({ title: t('list.approvedNow') }),
  })
  return (
    <li>
      <Avatar name={user.fullName} size={28} />
      <span className={classes.words}>
        <Link to={userPath({ userId: user.id })}>{user.fullName}</Link>
        <span>{user.candidateSince ? t('list.since', { date: formatDate(user.candidateSince) }) : user.username}</span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        loading={keep.isPending}
        onClick={() => keep.mutate({ params, body: { action: 'keep' }, version: user.version })}
      >
        {t('list.keep')}
      </Button>
      {user.userState === 'candidateForDeletion' && (
        <Button color="orange" size="compact-sm" loading={approve.isPending} onClick={() => approve.mutate({ params })}>
          {t('list.approve')}
        </Button>
      )}
    </li>
  )
}
