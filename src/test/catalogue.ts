import pg from 'pg'

/**
 * What a database is made of, a line for each relation, column, constraint, index, function, trigger, view, extension and
 * comment, and for each row. The place of a column in its table is left out, and so is the time of a row: neither means
 * anything.
 */
export async function catalogueOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ line: string }>(catalogue)
    const lines = rows.map(({ line }) => line)
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> 'schema_migrations' order by 1`,
    )
    for (const { name } of tables.rows) lines.push(...(await rowsOf(client, name)))
    return lines
  } finally {
    await client.end()
  }
}

/** The lines that only one of two catalogues has, with `-` those of the first and `+` those of the second. */
export function differencesOf(one: readonly string[], other: readonly string[]): string[] {
  const [first, second] = [new Set(one), new Set(other)]
  return [
    ...one.filter((line) => !second.has(line)).map((line) => `- ${line}`),
    ...other.filter((line) => !first.has(line)).map((line) => `+ ${line}`),
  ]
}

async function rowsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from ${client.escapeIdentifier(table)} t`,
  )
  const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
  return rows.map(({ row }) => {
    const entries = Object.entries(row).map(([name, value]) => [name, isTime(value) ? 'a time' : value])
    return `row ${table} ${JSON.stringify(Object.fromEntries(entries.sort()))}`
  })
}

const catalogue = `
with own as (
  select oid, relname, relkind::text as kind, relpersistence::text as persistence, reloptions::text as options,
    pg_get_expr(relpartbound, oid) as bound
  from pg_class where relnamespace = 'public'::regnamespace
)
select concat_ws(' ', 'relation', relname, kind, persistence, options, bound,
    case when kind = 'p' then pg_get_partkeydef(oid) end) as line
  from own where kind in ('r','p','v','m','S','f')
union all select concat_ws(' ', 'partition', c.relname, 'of', p.relname)
  from pg_inherits i join own c on c.oid = inhrelid join own p on p.oid = inhparent
union all select concat_ws(' ', 'column', relname || '.' || attname, format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, pg_get_expr(adbin, adrelid), nullif(attgenerated::text, ''),
    nullif(attidentity::text, ''), case when attcollation <> typcollation then attcollation::regcollation::text end)
  from own join pg_attribute a on attrelid = own.oid and attnum > 0 and not attisdropped
    join pg_type t on t.oid = atttypid left join pg_attrdef on adrelid = own.oid and adnum = attnum
  where kind in ('r','p','v','m')
union all select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(c.oid), convalidated)
  from pg_constraint c join own on own.oid = conrelid where contype <> 'n'
union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid)
  from pg_index join own on own.oid = indrelid
union all select concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) from own where kind = 'v'
union all select concat_ws(' ', 'function', pg_get_functiondef(p.oid)) from pg_proc p
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
union all select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled::text)
  from pg_trigger t join own on own.oid = tgrelid where not tgisinternal
union all select concat_ws(' ', 'sequence', seqrelid::regclass, seqstart, seqincrement, seqmax, seqcycle)
  from pg_sequence join own on own.oid = seqrelid
union all select concat_ws(' ', 'type', typname, typtype::text) from pg_type
  where typnamespace = 'public'::regnamespace and typtype in ('e','d')
union all select concat_ws(' ', 'extension', extname) from pg_extension
union all select concat_ws(' ', 'comment', relname, objsubid, description)
  from pg_description join own on own.oid = objoid and classoid = 'pg_class'::regclass
order by 1`
