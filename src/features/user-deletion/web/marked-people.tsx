import { Link } from '@tanstack/react-router'
import { changeUserState, listUsers, type User } from '#features/user-management/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { writeDate } from '#kit/web/time/time.ts'
import { approveDeletion, previewDeletion } from '../contract.ts'
import classes from './deletion-page.module.css'
import { useText } from './text.ts'

const SHOWN = 50

/** Who is a candidate, or approved: kept or approved one by one; many at once in the list of users. */
export function MarkedPeople({
  state,
  title,
}: {
  state: 'candidateForDeletion' | 'approvedForDeletion'
  title: string
}) {
  const t = useText()
  const { data } = useQueryOf(listUsers, { query: { state: [state], size: SHOWN } })
  const people = data?._embedded.users
  return (
    <Card
      title={title}
      note={data?.page.totalElements}
      right={<Link to={`/admin/users?state=${state}`}>{t('list.all')}</Link>}
    >
      {!people && <LoadingRows rows={4} />}
      {people?.length === 0 && <p className={classes.none}>{t('list.none')}</p>}
      <ul className={classes.people}>
        {people?.map((person) => (
          <MarkedPerson key={person.id} person={person} />
        ))}
      </ul>
    </Card>
  )
}

function MarkedPerson({ person }: { person: User }) {
  const t = useText()
  const params = { id: person.id }
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
      <Avatar name={person.fullName} size={28} />
      <span className={classes.words}>
        <Link to={`/admin/users/${person.id}`}>{person.fullName}</Link>
        <span>
          {person.candidateSince ? t('list.since', { date: writeDate(person.candidateSince) }) : person.username}
        </span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        loading={keep.isPending}
        onClick={() => keep.mutate({ params, body: { action: 'keep' }, version: person.version })}
      >
        {t('list.keep')}
      </Button>
      {person.userState === 'candidateForDeletion' && (
        <Button color="orange" size="compact-sm" loading={approve.isPending} onClick={() => approve.mutate({ params })}>
          {t('list.approve')}
        </Button>
      )}
    </li>
  )
}
