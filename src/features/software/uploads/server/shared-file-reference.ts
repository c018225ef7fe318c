import { throwFieldProblem } from '#kit/server/http-problem.ts'

/** Reads what names a file of the file-sharing storage: its id, or a link to it. */
export function requireReference(boxId: string | undefined): string {
  if (boxId === undefined) throwFieldProblem('boxId', 'is needed for sourceType BOX')
  const reference = boxId.trim()
  if (/^\d{1,20}$/.test(reference)) return reference
  const link = URL.parse(reference)
  if (link?.protocol !== 'https:' || link.username || link.password)
    throwFieldProblem('boxId', 'must be the id of a file, or a link to it')
  return link.href
}
