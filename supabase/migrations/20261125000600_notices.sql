-- Messages of the administrators to everybody: plain text, from one time to another.

create table public.notices (
  id uuid primary key default private.new_id(),
  body text not null constraint notices_body_is_bounded check (char_length(body) between 1 and 500),
  starts_at timestamptz not null default clock_timestamp(),
  -- Null: until an admin ends it.
  ends_at timestamptz,
  -- People who wait for approval see only what is meant for them too.
  for_pending boolean not null default false,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint notices_end_after_their_start check (ends_at > starts_at)
);

create index notices_newest_first on public.notices (starts_at desc, id);
create index notices_created_by on public.notices (created_by);

create trigger keep_times before insert or update on public.notices
  for each row execute function private.keep_times();

alter table public.notices enable row level security;
grant select on public.notices to authenticated;
create policy "people read the notices of this moment, admins all" on public.notices
  for select to authenticated
  using (
    (
      starts_at <= now() and (ends_at is null or ends_at > now())
      and (for_pending or (select private.is_approved()))
    )
    or (select private.is_admin())
  );

-- In the database, so that it follows the person to other devices.
create table private.notice_dismissals (
  notice_id uuid not null references public.notices (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  primary key (notice_id, user_id)
);

create index notice_dismissals_by_user on private.notice_dismissals (user_id);

-- The text of a notice without the space around it; refuses what is no notice.
create function private.check_notice(body text, starts_at timestamptz, ends_at timestamptz) returns text
  language plpgsql stable set search_path = '' as $$
declare
  -- Line breaks as in a browser, no other control characters.
  trimmed text := btrim(
    regexp_replace(replace(replace(coalesce(body, ''), E'\r\n', E'\n'), E'\r', E'\n'),
      '[\x01-\x09\x0b-\x1f\x7f]', ' ', 'g'),
    E' \t\r\n'
  );
begin
  if trimmed = '' then
    raise sqlstate 'PT400' using message = 'notice_is_empty';
  elsif char_length(trimmed) > 500 then
    raise sqlstate 'PT400' using message = 'notice_is_too_long', hint = 'At most 500 characters.';
  elsif starts_at = 'infinity' or starts_at = '-infinity' or ends_at in ('infinity', '-infinity') then
    raise sqlstate 'PT400' using message = 'notice_has_no_date';
  elsif ends_at <= starts_at then
    raise sqlstate 'PT400' using message = 'notice_ends_before_it_starts';
  elsif ends_at <= clock_timestamp() then
    raise sqlstate 'PT400' using message = 'notice_ends_in_the_past';
  end if;
  return trimmed;
end
$$;

-- Without a start it begins at once. Definer, as the three below: nobody writes notices directly.
create function public.create_notice(
  body text, starts_at timestamptz default null, ends_at timestamptz default null,
    for_pending boolean default false
) returns public.notices
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  start timestamptz := coalesce(create_notice.starts_at, clock_timestamp());
  made public.notices;
begin
  perform private.require_admin();
  if (select count(*) from public.notices) >= 1000 then
    raise sqlstate 'PT409' using message = 'too_many_notices', hint = 'Delete old ones first.';
  end if;
  insert into public.notices (body, starts_at, ends_at, for_pending, created_by)
    values (
      private.check_notice(create_notice.body, start, create_notice.ends_at),
      start, create_notice.ends_at,
      coalesce(create_notice.for_pending, false),
      auth.uid()
    )
    returning * into made;
  perform private.record_change('notice_created', null, left(made.body, 80));
  return made;
end
$$;
grant execute on function public.create_notice(text, timestamptz, timestamptz, boolean) to authenticated;

-- The notice must be as it was read: two admins do not overwrite each other unseen.
create function public.change_notice(
  notice_id uuid, expected_updated_at timestamptz, body text,
  starts_at timestamptz default null, ends_at timestamptz default null, for_pending boolean default false
) returns public.notices
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  notice public.notices;
  start timestamptz := coalesce(change_notice.starts_at, clock_timestamp());
begin
  perform private.require_admin();
  select * into notice from public.notices where id = change_notice.notice_id for update;
  if not found then
    perform private.not_found('notice');
  elsif notice.updated_at is distinct from change_notice.expected_updated_at then
    raise sqlstate 'PT409' using message = 'notice_changed', hint = 'Read it again.';
  end if;
  update public.notices
    set body = private.check_notice(change_notice.body, start, change_notice.ends_at),
        starts_at = start,
        ends_at = change_notice.ends_at,
        for_pending = coalesce(change_notice.for_pending, false)
    where id = notice.id
    returning * into notice;
  perform private.record_change('notice_changed', null, left(notice.body, 80));
  return notice;
end
$$;
grant execute on function public.change_notice(uuid, timestamptz, text, timestamptz, timestamptz, boolean)
  to authenticated;

-- One that has not begun yet is deleted instead.
create function public.end_notice(notice_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  notice public.notices;
begin
  perform private.require_admin();
  select * into notice from public.notices where id = end_notice.notice_id for update;
  if not found then
    perform private.not_found('notice');
  elsif notice.starts_at >= clock_timestamp() then
    raise sqlstate 'PT409' using message = 'notice_has_not_begun', hint = 'Delete it instead.';
  elsif notice.ends_at <= clock_timestamp() then
    return;
  end if;
  update public.notices set ends_at = clock_timestamp() where id = notice.id;
  perform private.record_change('notice_ended', null, left(notice.body, 80));
end
$$;
grant execute on function public.end_notice(uuid) to authenticated;

-- Deletes a notice, for an admin. Definer: nobody writes notices directly.
create function public.delete_notice(notice_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  body text;
begin
  perform private.require_admin();
  delete from public.notices where id = delete_notice.notice_id returning notices.body into body;
  if not found then
    perform private.not_found('notice');
  end if;
  perform private.record_change('notice_deleted', null, left(body, 80));
end
$$;
grant execute on function public.delete_notice(uuid) to authenticated;

-- All notices for the administrators, newest first. Definer: admins do not read the profiles of other admins.
create function public.list_notices(max_results integer default 50, skip integer default 0)
  returns table (
    id uuid, body text, state text, starts_at timestamptz, ends_at timestamptz, for_pending boolean,
    created_by_email text, updated_at timestamptz, dismissals bigint, total_count bigint
  )
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select
      notices.id, notices.body,
      case
        when notices.starts_at > clock_timestamp() then 'planned'
        when notices.ends_at <= clock_timestamp() then 'ended'
        else 'current'
      end,
      notices.starts_at, notices.ends_at, notices.for_pending, profiles.email, notices.updated_at,
      (select count(*) from private.notice_dismissals where notice_id = notices.id),
      count(*) over ()
    from public.notices left join public.profiles on profiles.id = notices.created_by
    order by notices.starts_at desc, notices.id
    limit least(greatest(list_notices.max_results, 0), 200)
    offset greatest(list_notices.skip, 0);
end
$$;
grant execute on function public.list_notices(integer, integer) to authenticated;

-- What the caller may read of the notices of this moment and has not dismissed, newest first, and in how many
-- milliseconds that changes: a planned one begins or a current one ends. A duration, since the caller's clock
-- may be wrong. Definer: nobody reads dismissals directly. The terms are those of the policy.
create function public.notices_now() returns table (notices jsonb, changes_in bigint)
  language sql stable security definer set search_path = '' as $$
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

-- The caller does not want to see a notice again. Definer: nobody writes dismissals directly.
create function public.dismiss_notice(notice_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.notices
    where id = dismiss_notice.notice_id and starts_at <= now() and (ends_at is null or ends_at > now())
      and (for_pending or private.is_approved())
  ) then
    perform private.not_found('notice');
  end if;
  insert into private.notice_dismissals (notice_id, user_id)
    values (dismiss_notice.notice_id, auth.uid())
    on conflict do nothing;
end
$$;
grant execute on function public.dismiss_notice(uuid) to authenticated;
