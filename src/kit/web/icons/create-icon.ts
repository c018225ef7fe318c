import { createElement, type FunctionComponent, type ReactNode, type SVGProps } from 'react'

/** The props of an icon: a size in pixels, the width of its lines, and all props of an `<svg>`. */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & {
  readonly size?: number | string
  readonly stroke?: number | string
  readonly title?: string
}

/** One of the icons of icons.generated.ts. */
export type Icon = FunctionComponent<IconProps>

/** Makes a component of the paths of an icon of 24 × 24; `style` defines whether they are stroked or filled. */
export function createIcon(name: string, style: 'outline' | 'filled', ...paths: readonly string[]): Icon {
  return (props) => drawIcon(name, style, paths, props)
}

function drawIcon(
  name: string,
  style: 'outline' | 'filled',
  paths: readonly string[],
  { color = 'currentColor', size = 24, stroke = 2, title, className, children, ...rest }: IconProps,
): ReactNode {
  const look = style === 'filled' ? { fill: color } : { ...lines, strokeWidth: stroke, stroke: color }
  const names = ['tabler-icon', `tabler-icon-${name}`, className].filter(Boolean).join(' ')
  return createElement(
    'svg',
    { ...common, ...look, width: size, height: size, className: names, ...rest },
    title === undefined ? undefined : createElement('title', undefined, title),
    ...paths.map((d) => createElement('path', { d })),
    children,
  )
}

const common = { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 24 24', stroke: 'none' }
const lines = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
