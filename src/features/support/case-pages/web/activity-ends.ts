import type { NewestEnd } from '#kit/web/data/newest.ts'

/** How many of the newest comments, files and changes are read when a case opens; twice as many with each step back. */
export const AT_FIRST = 100

/** The newest files of a case that are read. */
export function newestFiles(count: number): NewestEnd {
  return { count, sort: 'created', most: 1000 }
}

/** The newest changes of a case that are read. */
export function newestHistory(count: number): NewestEnd {
  return { count, sort: 'at', most: 200 }
}
