import classes from './chart.module.css'

/** The content of a tooltip: a title, and a line for each value. Built as elements: inline styles in text are blocked. */
export function tooltipContent(
  title: string,
  lines: readonly { readonly name: string; readonly value: string; readonly colour?: string }[],
): HTMLElement {
  const box = document.createElement('div')
  box.className = classes.tooltip!
  const head = document.createElement('strong')
  head.textContent = title
  box.append(head)
  for (const { name, value, colour } of lines) {
    const line = document.createElement('div')
    line.className = classes.tooltipLine!
    const dot = document.createElement('span')
    dot.className = classes.dot!
    if (colour) dot.style.backgroundColor = colour
    const label = document.createElement('span')
    label.className = classes.tooltipName!
    label.textContent = name
    const figure = document.createElement('b')
    figure.textContent = value
    line.append(dot, label, figure)
    box.append(line)
  }
  return box
}
