import { Switch, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { changeUserState, listUsers, type User } from '#features/users/user-management/contract.ts'
import { userPath, usersPath } from '#features/users/user-pages/paths.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { useStored } from '#kit/web/form/use-stored.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatAge, formatDate } from '#kit/web/time/time.ts'
import {
  approveDeletion,
  configureUserDeletion,
  type DeletionConfiguration,
  previewDeletion,
  readDeletionConfiguration,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './deletion-page.module.css'

/** The deletion rule, a preview of the affected users, and users marked or approved now. */
export function DeletionPage() {
  const t = useText()
  const query = useQueryOf(readDeletionConfiguration, {})
  return (
    <QueryView query={query} page rows={8}>
      {(data) => (
        <Page>
          <PageHeader title={t('title')} note={t('note')} />
          <ConfigurationCard configuration={data} />
          <div className={classes.two}>
            <DeletionCandidates state="candidateForDeletion" title={t('list.candidates')} />
            <DeletionCandidates state="approvedForDeletion" title={t('list.approved')} />
          </div>
        </Page>
      )}
    </QueryView>
  )
}

const spans = ['daysSinceLastLogin', 'daysSinceCreation', 'daysAfterCandidate'] as const
const LONGEST_DAYS = 3650

/** The deletion rule, with a live preview of the affected users. */
function ConfigurationCard({ configuration }: { configuration: DeletionConfiguration }) {
  const t = useText()
  const form = useContractForm(configureUserDeletion.body, ruleOf(configuration))
  const { version, adopt } = useStored(form, configuration, ruleOf)
  const rule = form.values
  const save = useMutationOf(configureUserDeletion, {
    refreshes: [readDeletionConfiguration, previewDeletion],
    onProblem: applyServerErrors(form),
    onSuccess: (kept) => {
      adopt(kept)
      toast({ title: t('settings.saved') })
    },
  })
  const valid = spans.every((name) => isSpan(rule[name]))
  const days = (name: (typeof spans)[number]) => (
    <TextInput
      label={t(`settings.${name}`)}
      inputMode="numeric"
      rightSection={<span className={classes.unit}>{t('settings.days')}</span>}
      rightSectionWidth={48}
      value={Number.isNaN(rule[name]) ? '' : String(rule[name])}
      disabled={name === 'daysAfterCandidate' && !rule.autoApprove && isSpan(rule[name])}
      error={isSpan(rule[name]) ? form.errors[name] : t('settings.wrong', { most: LONGEST_DAYS })}
      onChange={({ currentTarget: { value } }) =>
        form.setFieldValue(name, /^\d+$/.test(value) ? Number(value) : Number.NaN)
      }
    />
  )
  return (
    <Card title={t('settings.title')} note={t('settings.note')}>
      <form className={classes.settings} noValidate onSubmit={form.onSubmit((body) => save.mutate({ body, version }))}>
        <div className={classes.fields}>
          {days('daysSinceLastLogin')}
          {days('daysSinceCreation')}
          <Switch label={t('settings.autoApprove')} {...form.getInputProps('autoApprove', { type: 'checkbox' })} />
          {days('daysAfterCandidate')}
          <p className={classes.both}>{t('settings.both')}</p>
          <Button
            type="submit"
            className={classes.save}
            blocked={valid ? (form.isDirty() ? undefined : t('notYet.unchanged')) : t('notYet.wrong')}
            loading={save.isPending}
          >
            {t('settings.save')}
          </Button>
        </div>
        {valid && <DeletionRulePreview rule={rule} />}
      </form>
    </Card>
  )
}

function ruleOf({ daysSinceLastLogin, daysSinceCreation, autoApprove, daysAfterCandidate }: DeletionConfiguration) {
  return { daysSinceLastLogin, daysSinceCreation, autoApprove, daysAfterCandidate }
}

function isSpan(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= LONGEST_DAYS
}

type Rule = Omit<DeletionConfiguration, 'version' | 'updated'>

/** The users affected by a rule in the coming nightly run; refetched when typing pauses. */
function DeletionRulePreview({ rule }: { rule: Rule }) {
  const t = useText()
  const [settled] = useDebouncedValue(rule, 250)
  const query = useQueryOf(previewDeletion, { query: settled }, { keep: true })
  return (
    <QueryView query={query} rows={4}>
      {(data) => {
        const { marked, approved, erased, users } = data
        return (
          <section className={classes.preview} aria-live="polite">
            <h3>{t('preview.title')}</h3>
            {marked + approved + erased === 0 && <p>{t('preview.nobody')}</p>}
            {marked > 0 && <p data-strong>{t('preview.marked', { count: marked })}</p>}
            {approved > 0 && <p>{t('preview.approved', { count: approved })}</p>}
            {erased > 0 && <p>{t('preview.erased', { count: erased })}</p>}
            <ul>
              {users.map(({ id, fullName, lastLogin }) => (
                <li key={id}>
                  <span className="el">{fullName}</span>
                  <span>{lastLogin ? t('preview.last', { age: formatAge(lastLogin) }) : t('preview.never')}</span>
                </li>
              ))}
              {marked > users.length && <li>{t('preview.more', { count: marked - users.length })}</li>}
            </ul>
          </section>
        )
      }}
    </QueryView>
  )
}

const SHOWN = 50

/** Candidates and approved users: kept or approved one by one; in bulk in the list of users. */
function DeletionCandidates({
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
