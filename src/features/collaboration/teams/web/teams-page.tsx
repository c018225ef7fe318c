import { TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useEveryOf } from '#kit/web/data/every.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconPlus, IconTrash, IconUsers } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useAccount, useAccounts } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type AdditionCheck,
  deleteTeam,
  editTeam,
  listTeams,
  manageTeams,
  ownerTypes,
  type Team,
  watcherTypes,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { MemberRows } from './member-rows.tsx'
import classes from './teams.module.css'

const NewTeam = lazyNamed(() => import('./new-team.tsx'), 'NewTeam')

/** Teams by owner, and the chosen one with its members. */
export function TeamsPage() {
  const t = useText()
  const account = useAccount()
  const may = useAllows(manageTeams, account?.name)
  const [words, setWords] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const [isNew, setNew] = useState(false)
  const query = useEveryOf<Team>(listTeams, {
    query: { size: 500, ...(account ? { account: account.name } : {}) },
  })
  const teams = query.data ?? []
  const shownTeams = teams.filter((team) => hasWords(team, words))
  const open = shownTeams.find(({ id }) => id === chosenId) ?? shownTeams[0]
  return (
    <Page kind="fill">
      <PageHeader
        title={t('title')}
        note={query.data ? t('count', { count: query.data.length }) : ''}
        actions={
          <>
            <TextInput
              type="search"
              aria-label={t('find')}
              placeholder={t('find')}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            {may && (
              <Button onClick={() => setNew(true)}>
                <IconPlus size={16} aria-hidden /> {t('newTeam')}
              </Button>
            )}
          </>
        }
      />
      <QueryView query={query} rows={8}>
        {() =>
          teams.length === 0 && (
            <EmptyState colour="light-grey" icon={<IconUsers size={20} aria-hidden />} title={t('none')}>
              {t('noneText')}
            </EmptyState>
          )
        }
      </QueryView>
      {teams.length > 0 && (
        <div className={classes.columns}>
          <nav className={classes.list} aria-label={t('teams')}>
            {shownTeams.length === 0 && <p className={classes.note}>{t('noMatch')}</p>}
            {ownerTypes.map((owner) => (
              <OwnerTeams
                key={owner}
                owner={owner}
                teams={shownTeams.filter(({ ownerType }) => ownerType === owner)}
                open={open?.id}
                onOpen={setChosenId}
              />
            ))}
          </nav>
          {open && <TeamDetail key={open.id} team={open} />}
        </div>
      )}
      <Suspense>
        {isNew && (
          <NewTeam
            onClose={() => setNew(false)}
            onCreated={(team) => {
              setNew(false)
              setWords('')
              setChosenId(team.id)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

function OwnerTeams(props: {
  owner: Team['ownerType']
  teams: readonly Team[]
  open: string | undefined
  onOpen: (id: string) => void
}) {
  const t = useText()
  const { owner, teams, open, onOpen } = props
  if (teams.length === 0) return null
  return (
    <section aria-label={t(`owner.${owner}`)}>
      <h2 className={classes.owner}>
        {t(`owner.${owner}`)} {owner === 'SYSTEM' && <span className={classes.note}>{t('computed')}</span>}
      </h2>
      {teams.map((team) => (
        <button
          key={team.id}
          type="button"
          className={classes.team}
          aria-current={team.id === open || undefined}
          onClick={() => onOpen(team.id)}
        >
          <span className={classes.teamName}>{team.teamDisplayName}</span>
          <span className={classes.watch}>{t(`watch.${team.issueWatcherType}`)}</span>
          <span className={classes.note}>{t('users', { count: team.members.length })}</span>
        </button>
      ))}
    </section>
  )
}

function hasWords({ teamDisplayName, teamName, members }: Team, words: string): boolean {
  const part = words.trim().toLowerCase()
  return [teamDisplayName, teamName, ...members.flatMap(({ fullName, username }) => [fullName, username])].some(
    (text) => text.toLowerCase().includes(part),
  )
}

const AddPanel = lazyNamed(() => import('./add-panel.tsx'), 'AddPanel')

/** One team: what its members watch, who they are, and adding more. */
function TeamDetail({ team }: { team: Team }) {
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
