import type { ReactNode } from 'react'
import { Monogram } from '#kit/web/look/face.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import type { CentralService } from '../contract.ts'
import { useText } from '../texts.ts'
import type { Edge, Graph, MapNode, Row } from './service-graph.ts'
import classes from './services.module.css'

type State = CentralService['state']
const order: readonly State[] = ['OUTAGE', 'DEGRADED', 'MISSING', 'FINE', 'OFF']

/** Services, their versions and the accounts that run them. What does not match stays in its place, dimmed. */
export function ServiceMap(props: {
  graph: Graph
  /** The deployments that match; undefined without a filter. */
  lit: ReadonlySet<Row> | undefined
  chosen: string | undefined
  onChoose: (node: string) => void
}) {
  const t = useText()
  const { graph, lit, chosen: chosenNode, onChoose } = props
  const { services, versions, accounts, toVersions, toAccounts } = graph
  const height = Math.max(services.length, versions.length, accounts.length) * ROW
  const places = [services, versions, accounts].map((column) => placesOf(column.length, height))
  const [serviceAt = [], versionAt = [], accountAt = []] = places
  const isLit = (rows: readonly Row[]) => !lit || rows.some((row) => lit.has(row))
  const column = <Node extends MapNode>(
    title: string,
    nodes: readonly Node[],
    at: readonly number[],
    show: (node: Node) => ReactNode,
  ) => (
    <section>
      <h2>
        {title} <span>{formatCount(nodes.length)}</span>
      </h2>
      <ul style={{ height }}>
        {nodes.map((node, index) => (
          <li key={node.id} style={{ top: at[index]! - 20 }}>
            <button
              type="button"
              className={classes.node}
              data-lit={lit ? isLit(node.rows) : undefined}
              data-behind={node.rows.some(({ isBehind }) => isBehind) || undefined}
              aria-pressed={node.id === chosenNode}
              onClick={() => onChoose(node.id)}
            >
              {show(node)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
  return (
    <div className={classes.map}>
      {column(t('columns.services'), services, serviceAt, ({ name, rows }) => (
        <>
          <Dot rows={rows} />
          <b translate="no">{name}</b>
          <span className={classes.count}>{formatCount(rows.length)}</span>
        </>
      ))}
      <Edges edges={toVersions} from={serviceAt} to={versionAt} height={height} lit={lit} />
      {column(t('columns.versions'), versions, versionAt, ({ name, rows, isNewest }) => (
        <>
          <Dot rows={rows} />
          <code translate="no">{name || t('noVersion')}</code>
          <span className={classes.count}>
            {isNewest ? t('newest') : name ? t('older', { count: rows.length }) : formatCount(rows.length)}
          </span>
        </>
      ))}
      <Edges edges={toAccounts} from={versionAt} to={accountAt} height={height} lit={lit} />
      {column(t('columns.accounts'), accounts, accountAt, ({ name, rows }) => (
        <>
          <Monogram name={name} size={20} />
          <b translate="no">{name}</b>
          <Dot rows={rows} />
        </>
      ))}
    </div>
  )
}

/** The most serious state, as a coloured dot with its word. */
function Dot({ rows }: { rows: readonly Row[] }) {
  const t = useText()
  const state = order.find((one) => rows.some((row) => row.state === one)) ?? 'OFF'
  return (
    <i
      role="img"
      className={classes.dot}
      data-state={state}
      title={t(`state.${state}`)}
      aria-label={t(`state.${state}`)}
    />
  )
}

/** Curves between two columns; as wide as the gap, so nothing is measured. */
function Edges(props: {
  edges: readonly Edge[]
  from: readonly number[]
  to: readonly number[]
  height: number
  lit: ReadonlySet<Row> | undefined
}) {
  const { edges, from, to, height, lit } = props
  const drawnEdges = edges.map((edge) => ({ ...edge, isLit: lit ? edge.rows.some((row) => lit.has(row)) : undefined }))
  return (
    <svg
      aria-hidden="true"
      className={classes.edges}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      style={{ height }}
    >
      {drawnEdges
        .toSorted((a, b) => Number(a.isLit ?? 0) - Number(b.isLit ?? 0))
        .map(({ from: a, to: b, rows, isLit }) => (
          <path
            key={`${a} ${b}`}
            data-lit={isLit}
            data-behind={rows.some(({ isBehind }) => isBehind) || undefined}
            d={`M 0 ${from[a]} C 50 ${from[a]} 50 ${to[b]} 100 ${to[b]}`}
          />
        ))}
    </svg>
  )
}

/** The height of a row of the map in pixels. */
const ROW = 48
/** The most space between the middles of two nodes: those of a short column stay together, at the top. */
const LOOSE = 76

/** The middles of `count` nodes in a column of this height. */
function placesOf(count: number, height: number): number[] {
  const pitch = Math.min(LOOSE, height / count)
  return Array.from({ length: count }, (_, index) => (index + 0.5) * pitch)
}
