/** A plan can be agreed that has room for everybody. */
export const unlimitedSeats = {
  name: '0023-unlimited-seats',
  sql: `
-- No row = no plan is agreed yet, null = agreed without a limit; neither keeps anybody out.
alter table account_seats alter column max_users drop not null;
`,
}
