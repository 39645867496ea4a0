drop function public.current_notices();

-- What the caller may read of the notices of this moment and has not dismissed, newest first, and in how many
-- milliseconds that changes: a planned one begins or a current one ends. A duration, since the caller's clock
-- may be wrong. Definer: nobody reads dismissals directly. The terms are those of the policy.
create function public.notices_now() returns table (notices jsonb, changes_in bigint)
  language sql stable security definer set search_path = ''
as $$
  with awaited as (
    select id, body, starts_at, ends_at from public.notices
    where (ends_at is null or ends_at > now())
      and (for_pending or (select private.is_approved()))
      and not exists (
        select from private.notice_dismissals
        where notice_id = notices.id and user_id = (select auth.uid())
      )
  ), shown as (
    select * from awaited where starts_at <= now() order by starts_at desc, id limit 20
  )
  select
    (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'body', body) order by starts_at desc, id), '[]')
      from shown
    ),
    (
      select ceil(extract(epoch from min(at) - now()) * 1000)::bigint
      from awaited, unnest(array[starts_at, ends_at]) as at
      where at > now()
    )
$$;
grant execute on function public.notices_now() to authenticated;

-- Who may not read a notice at the moment, because it is planned or over, hears that it is gone, and reads the
-- notices again.
create or replace function private.announce() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  news jsonb := jsonb_build_object(
    'table', tg_table_name, 'type', tg_op, 'id', coalesce(new.id, old.id)
  );
begin
  if tg_table_name = 'notices' then
    if new.starts_at > clock_timestamp() or new.ends_at <= clock_timestamp() then
      news := news || jsonb_build_object('type', 'DELETE');
    end if;
  elsif tg_op = 'DELETE' then
    if tg_table_name = 'profiles' then
      news := news || jsonb_build_object('owner', old.id, 'forAdmins', old.role = 'scriptwriter');
    elsif tg_table_name = 'invitations' then
      news := news || jsonb_build_object('forAdmins', true);
    else
      news := news || jsonb_build_object('owner', old.user_id);
    end if;
  end if;
  perform pg_notify('script_writer_changes', news::text);
  return null;
end
$$;
