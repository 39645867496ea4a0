-- A script has the id of its text, which the browser chose for the first character. Scripts from before keep theirs.
-- The default stands for none, since a default cannot name another column.
alter table public.scripts alter column work_id set default '00000000-0000-0000-0000-000000000000';

-- Definer: the id may be taken by a script of somebody else, who is not to be found out about; then it stays another one.
create function private.give_one_id() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Before the script, as whoever saves the stored text does: two who save it at once wait for each other in one order.
  if new.user_id = auth.uid() then
    perform private.lock_work(new.user_id, new.work_id);
  end if;
  if new.work_id = '00000000-0000-0000-0000-000000000000' then
    new.work_id := new.id;
  elsif not exists (select from public.scripts where id = new.work_id) then
    new.id := new.work_id;
  end if;
  return new;
end
$$;

create trigger give_one_id before insert on public.scripts
  for each row execute function private.give_one_id();
