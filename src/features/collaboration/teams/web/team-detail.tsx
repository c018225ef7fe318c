import { Suspense, useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconPlus, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type AdditionCheck,
  deleteTeam,
  editTeam,
  listTeams,
  manageTeams,
  type Team,
  watcherTypes,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { MemberRows } from './member-rows.tsx'
import classes from './teams.module.css'

const AddPanel = lazyNamed(() => import('./add-panel.tsx'), 'AddPanel')

/** One team: what its members watch, who they are, and adding more. */
export function TeamDetail({ team }: { team: Team }) {
  const t = useText()
  const accounts = useAccounts()
  const may = useAllows(manageTeams, team.ownerType === 'CUSTOMER' ? team.ownerNames[0] : '*')
  const isManaged = may && team.ownerType !== 'SYSTEM'
  const [isAdding, setAdding] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [found, setFound] = useState<AdditionCheck['found']>([])
  const { version } = team
  const params = { id: team.id }
  const edit = useMutationOf(editTeam, { refreshes: [listTeams], onSuccess: () => toast({ title: t('saved') }) })
  const remove = useMutationOf(deleteTeam, { refreshes: [listTeams], onSuccess: () => toast({ title: t('deleted') }) })
  const names = team.ownerNames.map((name) => accounts.find((one) => one.name === name)?.displayName ?? name)
  return (
    <>
      <section className={classes.detail} aria-label={team.teamDisplayName}>
        <header className={classes.head}>
          <h2>{team.teamDisplayName}</h2>
          <Badge colour="light-grey">{t(`ownerTeam.${team.ownerType}`)}</Badge>
          {isManaged && (
            <span className={classes.actions}>
              <Button variant="default" onClick={() => setAdding(!isAdding)}>
                <IconPlus size={16} aria-hidden /> {t('add')}
              </Button>
              <IconButton aria-label={t('delete')} onClick={() => setDeleting(true)}>
                <IconTrash size={16} aria-hidden />
              </IconButton>
            </span>
          )}
        </header>
        <p className={classes.note}>
          {team.ownerType === 'SYSTEM'
            ? t('computed')
            : names.length === 0
              ? t('everyAccount')
              : t('actsFor', { accounts: names.join(', ') })}
        </p>
        <SegmentedControl
          aria-label={t('watches')}
          disabled={!isManaged || edit.isPending}
          value={team.issueWatcherType}
          options={watcherTypes.map((value) => ({ value, label: t(`watch.${value}`) }))}
          onChange={(issueWatcherType) => edit.mutate({ params, version, body: { issueWatcherType } })}
        />
        <p className={classes.note}>{t(`watchText.${team.issueWatcherType}`)}</p>
        <MemberRows team={team} isManaged={isManaged} found={isAdding ? found : []} />
      </section>
      <Suspense>
        {isAdding && (
          <AddPanel
            team={team}
            onFound={setFound}
            onClose={() => {
              setAdding(false)
              setFound([])
            }}
          />
        )}
      </Suspense>
      <Confirm
        opened={isDeleting}
        colour="red"
        title={t('delete')}
        action={t('delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params, version })}
        onClose={() => setDeleting(false)}
      >
        {t('deleteText', { name: team.teamDisplayName })}
      </Confirm>
    </>
  )
}
