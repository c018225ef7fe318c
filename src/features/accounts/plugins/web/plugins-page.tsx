import { Link } from '@tanstack/react-router'
import { IconPlugConnectedX } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import type { PluginDetails } from '../contract.ts'
import { pluginPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { pluginIcons } from './plugin-icons.ts'
import { PluginStatus } from './plugin-status.tsx'
import classes from './plugins.module.css'
import { systemText } from './system-text.ts'
import { usePlugins } from './use-plugins.ts'

/** The plugins of an account as cards: the system behind each, and whether it works. */
export function PluginsPage() {
  const t = useText()
  const label = useLabel()
  const { account, plugins, query } = usePlugins()
  const installedCount = plugins?.filter(({ state }) => state !== 'NOT_INSTALLED').length ?? 0
  const failing = plugins?.filter(({ state, connection }) => connection?.failing && state !== 'STOPPED').length ?? 0
  return (
    <Page>
      <PageHeader
        title={label('plugins')}
        note={plugins && t('note', { installed: installedCount, count: plugins.length })}
      />
      {failing > 0 && (
        <Callout
          colour="red"
          icon={<IconPlugConnectedX size={18} aria-hidden />}
          title={t('failing', { count: failing })}
        >
          {t('failingText')}
        </Callout>
      )}
      <QueryView query={query} rows={6}>
        {({ _embedded: { details } }) =>
          account && (
            <ul className={classes.cards}>
              {details.map((plugin) => (
                <PluginCard key={plugin.name} plugin={plugin} account={account} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Page>
  )
}

function PluginCard({ plugin, account }: { plugin: PluginDetails; account: AccountChoice }) {
  const t = useText()
  const { name, state, connection, children } = plugin
  const Icon = pluginIcons[name]
  const isFailing = connection?.failing && state !== 'STOPPED'
  return (
    <li className={classes.card} data-failing={isFailing || undefined}>
      <div className={classes.head}>
        <span className={classes.icon}>
          <Icon size={18} aria-hidden />
        </span>
        <span className={classes.names}>
          <Link to={pluginPath({ account, plugin: name })}>{t(`name.${name}`)}</Link>
          <span className={classes.quiet}>{systemText(t, plugin)}</span>
        </span>
        <StateBadge kind="plugin" state={state} />
      </div>
      <div className={classes.foot}>
        <span data-failing={isFailing || undefined}>
          <PluginStatus plugin={plugin} />
        </span>
        {connection && connection.waiting > 0 && <span>{t('waiting', { count: connection.waiting })}</span>}
        {connection && connection.failed > 0 && <span>{t('deadLetters', { count: connection.failed })}</span>}
      </div>
      {children && (
        <p className={classes.children}>
          {[
            t('children.accounts', { count: children.accounts }),
            children.items !== null && t('children.items', { count: children.items }),
            children.failing > 0 && t('children.failing', { count: children.failing }),
            children.waiting > 0 && t('waiting', { count: children.waiting }),
            children.failed > 0 && t('deadLetters', { count: children.failed }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
    </li>
  )
}
