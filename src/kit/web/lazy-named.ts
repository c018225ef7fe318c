import { lazy } from 'react'

/** What `lazy` of React takes. */
type Part = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default']

/** A component that is loaded when it is first rendered: `lazyNamed(() => import('./palette.tsx'), 'Palette')`. */
export function lazyNamed<Name extends string, Module extends Readonly<Record<Name, Part>>>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }))
}
