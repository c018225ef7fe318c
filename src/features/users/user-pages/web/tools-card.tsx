import { Switch } from '@mantine/core'
import { refreshPlugins } from '#features/accounts/plugins/contract.ts'
import { switchUserPlugins } from '#features/users/managed-users/contract.ts'
import {
  listUsers,
  readUser,
  refreshUserPlugins,
  switchUserPlugin,
  type User,
} from '#features/users/user-management/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconBook, IconMessage, IconTicket } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { useAccountScope } from './use-account-scope.ts'
import classes from './user-page.module.css'

const icons = { jira: IconTicket, confluence: IconBook, slack: IconMessage } as const

/** The user's issue tracker, wiki and chat; three roles switch them (part 1 §6). */
export function ToolsCard({ user }: { user: User }) {
  const t = useText()
  const { within } = useAccountScope()
  const mayRefresh = useAllows(refreshPlugins)
  const maySwitch = useAllows(switchUserPlugins, within?.name)
  const change = useMutationOf(switchUserPlugin, {
    refreshes: [readUser, listUsers],
    onSuccess: (_, { body }) => {
      const tool = body ? t(`tool.${body.name}`) : ''
      toast({ title: t('done.plugin', { tool, state: t(body?.enabled ? 'tools.on' : 'tools.off') }) })
    },
  })
  const refreshing = useMutationOf(refreshUserPlugins, { onSuccess: () => toast({ title: t('tools.refreshed') }) })
  return (
    <Card
      title={t('tools.title')}
      right={
        mayRefresh && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={refreshing.isPending}
            onClick={() => refreshing.mutate({ query: { userName: user.username, force: true } })}
          >
            {t('tools.refresh')}
          </Button>
        )
      }
    >
      <ul className={classes.lines}>
        {user.plugins?.map(({ name, enabled }) => {
          const Sign = icons[name]
          return (
            <li key={name}>
              <Sign size={18} aria-hidden />
              <span className={classes.words}>
                {t(`tool.${name}`)}
                <span className={classes.under}>{t(`tools.${name}`)}</span>
              </span>
              <Switch
                size="sm"
                aria-label={t(`tool.${name}`)}
                checked={enabled}
                disabled={!maySwitch || change.isPending}
                onChange={(event) =>
                  change.mutate({ params: { id: user.id }, body: { name, enabled: event.currentTarget.checked } })
                }
              />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
