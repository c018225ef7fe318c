import { edgesOf, featureOf } from '../graph.mjs'
import { modulesOfSource } from './boundaries.mjs'
import { complaintAbout } from './step.mjs'

/** The areas of src/features/, lowest first: an area imports only areas before it in this list. */
const layers = [
  ...['access', 'platform', 'accounts', 'users', 'sign-in', 'onboarding', 'messaging', 'support', 'software'],
  ...['subscriptions', 'calendar', 'monitoring', 'collaboration', 'infrastructure', 'home'],
]

/** Imports from a lower area to a higher one. */
export async function areas() {
  return complaintAbout(upward(await featureEdges()), 'a lower area imports a higher one')
}

/** Features that import each other, directly or through others. */
export async function cycles() {
  return complaintAbout(circlesOf(await featureEdges()), 'features import each other')
}

/** The edges that go from a lower area to a higher one, as `from → to`; an area that is not in the list is one too. */
export function upward(edges) {
  return edges.filter(([from, to]) => rankOf(to) > rankOf(from)).map(([from, to]) => `${from} → ${to}`)
}

/** The groups of features from each of which every other one of the group is reached, each as its sorted names. */
export function circlesOf(edges) {
  const next = new Map()
  for (const [from, to] of edges) next.set(from, [...(next.get(from) ?? []), to])
  const reached = (start) => {
    const seen = new Set()
    for (const open = [start]; open.length > 0; )
      for (const to of next.get(open.pop()) ?? [])
        if (!seen.has(to)) {
          seen.add(to)
          open.push(to)
        }
    return seen
  }
  const reach = new Map([...next.keys()].map((feature) => [feature, reached(feature)]))
  const circles = [...reach].map(([feature, seen]) =>
    [...seen].filter((other) => reach.get(other)?.has(feature)).sort(),
  )
  return [...new Set(circles.filter((circle) => circle.length > 0).map((circle) => circle.join(' ')))]
}

async function featureEdges() {
  return edgesOf((await modulesOfSource()).modules, featureOf).filter((edge) => edge.every(isFeature))
}

function isFeature(unit) {
  return unit.includes('/') && !/^(kit|integrations)\//.test(unit)
}

function rankOf(unit) {
  const rank = layers.indexOf(unit.split('/')[0])
  return rank < 0 ? layers.length : rank
}
