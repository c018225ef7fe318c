/** Values of heat map blocks as numbers, because parsing them took longest. Blocks are calculated again when needed. */
export const heatMapBlocksAsNumbers = {
  name: '0180-heat-map-blocks-as-numbers',
  sql: `
truncate heat_map_blocks;
alter table heat_map_blocks
  drop column series,
  -- The labels of each series, a JSON array.
  add column labels text not null,
  -- 24 little-endian doubles per series; NaN where a value is missing.
  add column values bytea not null;
`,
}
