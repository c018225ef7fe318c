import { TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useEveryOf } from '#kit/web/data/every.ts'
import { IconPlus, IconUsers } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listTeams, manageTeams, ownerTypes, type Team } from '../contract.ts'
import { useText } from '../texts.ts'
import { TeamDetail } from './team-detail.tsx'
import classes from './teams.module.css'

const NewTeam = lazyNamed(() => import('./new-team.tsx'), 'NewTeam')

/** Teams by owner, and the chosen one with its members. */
export function TeamsPage() {
  const t = useText()
  const account = useAccount()
  const may = useAllows(manageTeams, account?.name)
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [isNew, setNew] = useState(false)
  const query = useEveryOf<Team>(listTeams, {
    query: { size: 500, ...(account ? { account: account.name } : {}) },
  })
  const teams = query.data ?? []
  const shown = teams.filter((team) => hasWords(team, words))
  const open = shown.find(({ id }) => id === chosen) ?? shown[0]
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
            {shown.length === 0 && <p className={classes.note}>{t('noMatch')}</p>}
            {ownerTypes.map((owner) => (
              <OwnerTeams
                key={owner}
                owner={owner}
                teams={shown.filter(({ ownerType }) => ownerType === owner)}
                open={open?.id}
                onOpen={setChosen}
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
              setChosen(team.id)
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
