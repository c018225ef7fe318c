import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import {
  readClusterHeatMap,
  readHeatMap,
  readInsight,
  readInsightCards,
  readInsightGraph,
  readSegmentHeatMap,
} from '../contract.ts'
import { readCards } from './query/cards.ts'
import { readGraph } from './query/graph.ts'
import { readGrid } from './query/grid.ts'
import { readHeat } from './query/heat-map.ts'

/** Serves the figures of insights. */
export function serveInsights(portal: AppContext): void {
  const { db } = portal
  serve(portal, readInsightCards, async (call) => halSinglePage(call, 'cards', await readCards(db, call)))
  serve(portal, readInsightGraph, async (call) => halSinglePage(call, 'graph', await readGraph(db, call)))
  serve(portal, readHeatMap, async (call) =>
    halSinglePage(call, 'heatmap', await readHeat(db, call.session, { query: call.query, level: 'cluster' })),
  )
  serve(portal, readClusterHeatMap, async (call) =>
    halSinglePage(call, 'heatmap', await readHeat(db, call.session, { query: call.query, level: 'segment' })),
  )
  serve(portal, readSegmentHeatMap, async (call) =>
    halSinglePage(call, 'heatmap', await readHeat(db, call.session, { query: call.query, level: call.params })),
  )
  serve(portal, readInsight, (call) => readGrid(db, call))
}
