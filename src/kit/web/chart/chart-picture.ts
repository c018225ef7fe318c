import { chartColours } from './chart-colours.ts'

const TITLE = 28
const MARGIN = 8

/** The first chart inside an element as a PNG with a title above it; undefined where none is drawn. */
export async function chartPicture(
  element: Element,
  { title, filename }: { readonly title: string; readonly filename: string },
): Promise<File | undefined> {
  const layers = [...(element.querySelector('[role="img"]')?.querySelectorAll('canvas') ?? [])]
  const [first] = layers
  const picture = document.createElement('canvas')
  const draw = picture.getContext('2d')
  if (!first || !draw) return undefined
  const scale = first.width / Math.max(1, first.clientWidth)
  const { card, text, font } = chartColours(element)
  picture.width = first.width
  picture.height = first.height + TITLE * scale
  draw.fillStyle = card
  draw.fillRect(0, 0, picture.width, picture.height)
  draw.fillStyle = text
  draw.font = `600 ${14 * scale}px ${font}`
  draw.textBaseline = 'middle'
  draw.fillText(title, MARGIN * scale, (TITLE * scale) / 2, picture.width - 2 * MARGIN * scale)
  // Copied at once: the page with the chart may be gone before the file is encoded.
  for (const layer of layers) draw.drawImage(layer, 0, TITLE * scale)
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'))
  return blob ? new File([blob], filename, { type: 'image/png' }) : undefined
}
