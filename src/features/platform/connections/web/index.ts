import { IconPlugConnected } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { operateConnections } from '../contract/connection.ts'
import { connectionPath, connectionsPath } from '../paths.ts'
import { label } from './label.ts'

const guard = { only: [operateConnections] }

/** The health, diagnostics and settings of one connection, for a page that shows what it is for. */
export const ConnectionDetails = lazyNamed(() => import('./connection-details.tsx'), 'ConnectionDetails')
/** The audit entries of one connection, for users who do not operate it. */
export const ConnectionAudit = lazyNamed(() => import('./connection-audit.tsx'), 'ConnectionAudit')
/** The buttons of a connection. */
export const ConnectionActions = lazyNamed(() => import('./connection-actions.tsx'), 'ConnectionActions')
/** Connects a port of an account to an outside system. */
export const ConnectButton = lazyNamed(() => import('./connect-button.tsx'), 'ConnectButton')

/** Connections to outside systems. */
export const connectionsWeb: FeatureWeb = {
  name: 'connections',
  pages: [
    {
      path: connectionsPath,
      label: () => label('connections'),
      guard,
      load: async () => ({ Page: (await import('./connections-page.tsx')).ConnectionsPage }),
    },
    {
      path: connectionPath,
      label: () => label('connection'),
      guard,
      load: async () => ({ Page: (await import('./connection-page.tsx')).ConnectionPage }),
    },
  ],
  rail: [
    {
      id: 'connections',
      section: 'administration',
      order: 89,
      label: () => label('connections'),
      icon: IconPlugConnected,
      guard,
      to: () => connectionsPath(),
    },
  ],
}
