const TOGETHER = 1000

/** The rows of a list page by page, for a download. */
export async function* eachRow<Row>(
  find: (page: { page: number; size: number }) => Promise<{ readonly rows: readonly Row[] }>,
): AsyncGenerator<Row> {
  for (let page = 0; ; page += 1) {
    const { rows } = await find({ page, size: TOGETHER })
    yield* rows
    if (rows.length < TOGETHER) return
  }
}
