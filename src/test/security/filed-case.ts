import type { TestApp } from '#test/app.ts'
import { type MadeAccount, type TestUser, userWith } from '#test/factories.ts'

/** A case with everything that can belong to one. */
export type Filed = {
  readonly key: string
  readonly commentId: string
  readonly internalCommentId: string
  readonly attachmentId: string
  readonly draftFileId: string
  readonly deploymentId: string
  readonly reporterId: string
}

/** Calls the API as a user; an object becomes the JSON body. */
export async function callAs(
  app: TestApp,
  user: TestUser,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  const form = body instanceof FormData
  const response = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...user.headers,
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** Files a case with the word everywhere: subject, comment, internal comment, names of files, draft. */
export async function fileCase(app: TestApp, reporter: TestUser, account: MadeAccount, word: string): Promise<Filed> {
  const issues = '/api/plugins/jira/issues'
  const done = async (user: TestUser, method: string, path: string, body: unknown) => {
    const { status, text } = await callAs(app, user, method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return JSON.parse(text)
  }
  const filed = {
    subject: `About ${word}`,
    description: word,
    priority: 'LOW',
    product: word,
    labels: [word.replaceAll(' ', '-')],
  }
  const { key } = await done(reporter, 'POST', `${issues}?account=${account.name}`, filed)
  const comment = await done(reporter, 'POST', `${issues}/comment?issueKey=${key}`, { body: word })
  const staff = await userWith(app, 'HARMONIC')
  const internal = await done(staff, 'POST', `${issues}/comment/internal?issueKey=${key}`, { body: word })
  const attachment = await done(reporter, 'POST', `${issues}/attachment?issueKey=${key}`, fileNamed(`${word}.txt`))
  await done(reporter, 'PUT', `${issues}/draft?account=${account.name}`, { draft: { subject: word } })
  const draftFile = await done(
    reporter,
    'POST',
    `${issues}/draft/file?account=${account.name}`,
    fileNamed(`${word}.log`),
  )
  const deployment = await app.portal.db
    .selectFrom('deployments')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  return {
    key,
    commentId: comment.commentId,
    internalCommentId: internal.commentId,
    attachmentId: attachment.id,
    draftFileId: draftFile.id,
    deploymentId: String(deployment.id),
    reporterId: String(reporter.id),
  }
}

/** A multipart body with one small file. */
export function fileNamed(name: string, bytes = 'content'): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes]), name)
  return form
}
