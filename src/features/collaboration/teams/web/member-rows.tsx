import { roleNames } from '#features/access/roles/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { IconUsers, IconX } from '#kit/web/icons/icons.generated.ts'
import { Avatar } from '#kit/web/look/face.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { EmptyState } from '#kit/web/states/state.tsx'
import {
  type AdditionCheck,
  editMember,
  listTeams,
  removeMember,
  type Team,
  type TeamMember,
  type WatcherType,
  watcherTypes,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './teams.module.css'

const AS_TEAM = 'TEAM'

/** The members of a team, and, before they are saved, those who are about to be added. */
export function MemberRows(props: { team: Team; isManaged: boolean; found: AdditionCheck['found'] }) {
  const t = useText()
  const { team, isManaged, found: foundUsers } = props
  if (team.members.length === 0 && foundUsers.length === 0)
    return (
      <EmptyState colour="light-grey" icon={<IconUsers size={20} aria-hidden />} title={t('noMembers')}>
        {isManaged ? t('noMembersText') : ''}
      </EmptyState>
    )
  return (
    <table className={classes.members}>
      <thead>
        <tr>
          <th scope="col">{t('user')}</th>
          <th scope="col">{t('role')}</th>
          <th scope="col">{t('userWatches')}</th>
        </tr>
      </thead>
      <tbody>
        {team.members.map((member) => (
          <tr key={member.id}>
            <UserRef name={member.fullName} username={member.username} />
            <td>{roleName(member.role)}</td>
            <td>{isManaged ? <MemberActions member={member} /> : t(`watch.${member.issueWatcherType}`)}</td>
          </tr>
        ))}
        {foundUsers.map(({ username, fullName, role }) => (
          <tr key={username} className={classes.fresh}>
            <UserRef name={fullName} username={username} />
            <td>{roleName(role)}</td>
            <td>{t('newMember')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The display name of a role; a dash for none. */
export function roleName(role: string | null): string {
  return (role && roleNames[role as keyof typeof roleNames]) || '–'
}

function UserRef({ name, username }: { name: string; username: string }) {
  return (
    <td>
      <span className={classes.user} title={username}>
        <Avatar name={name} size={20} /> {name}
      </span>
    </td>
  )
}

function MemberActions({ member }: { member: TeamMember }) {
  const t = useText()
  const { version, fullName } = member
  const params = { id: member.id }
  const edit = useMutationOf(editMember, {
    refreshes: [listTeams],
    onSuccess: () => toast({ title: t('memberSaved') }),
  })
  const remove = useMutationOf(removeMember, {
    refreshes: [listTeams],
    onSuccess: () => toast({ title: t('removed') }),
  })
  return (
    <span className={classes.memberActions}>
      <Select
        size="xs"
        aria-label={t('watchesOf', { name: fullName })}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        disabled={edit.isPending}
        value={member.isAsTeam ? AS_TEAM : member.issueWatcherType}
        data={[
          { value: AS_TEAM, label: t('asTeam') },
          ...watcherTypes.map((value) => ({ value, label: t(`watch.${value}`) })),
        ]}
        onChange={(value) =>
          edit.mutate({
            params,
            version,
            body: { issueWatcherType: value === AS_TEAM ? null : (value as WatcherType) },
          })
        }
      />
      <IconButton
        size={28}
        aria-label={t('remove', { name: fullName })}
        loading={remove.isPending}
        onClick={() => remove.mutate({ params, version })}
      >
        <IconX size={16} aria-hidden />
      </IconButton>
    </span>
  )
}
