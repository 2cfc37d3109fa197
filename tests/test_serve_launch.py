"""Launches from a learning platform: what is believed, what is not and says no word why, and that each is used once."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jwt
import pytest
from launch_tokens import (
    DEEP_LINKING,
    ENDPOINT,
    INSTRUCTOR,
    LEARNER,
    LIST,
    LTI,
    MOODLE,
    PLATFORM,
    ROLES,
    jwk,
    key,
    launch_claims,
    signed,
)
from launching import PAGE, URL, Launching, fields, launching

from grader.serve.platforms import LtiPlatform
from grader.serve.quizzes import in_utc

UNTRUSTED = "The platform&#39;s message cannot be trusted, so nothing was opened. Open the quiz again from your course."
USED = "This launch was used before, or took too long. Open the quiz again from your course."
NO_ROLE = "The platform does not say that you are a student of this course."
OTHER = LtiPlatform("https://other.example.edu", "zz", ("5",), "https://other.example.edu/a?b=c", "https://other.example.edu/t", "https://other.example.edu/k")  # fmt: skip


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Launching]:
    with launching(tmp_path, stated=(PLATFORM, OTHER)) as found:
        yield found


def tokens(one: Launching) -> int:
    found = one.database.connection.one("select count(*) from token")
    assert found is not None
    return int(str(found[0]))


def check_refused(one: Launching, answer: Any, said: str = UNTRUSTED) -> str:
    """Check that nothing was opened and no word why was said, and return what the log says."""
    assert answer.status_code == 403
    assert "location" not in answer.headers
    assert said in answer.text
    assert not re.search(r"/[si]/\w|\baud\b|azp|nonce|\bkid\b|RS256|deployment|expired|iat|sub\b.*missing", answer.text)
    assert tokens(one) == 0
    return "\n".join(one.log)


# -- the login


def test_a_login_goes_on_to_the_platform(one: Launching) -> None:
    stated = {"iss": MOODLE, "login_hint": "5&6", "lti_message_hint": "7", "target_link_uri": f"{URL}/lti/launch?quiz=week5", "client_id": "aB3x"}  # fmt: skip
    for answer in (one.client.get("/lti/login", params=stated), one.client.post("/lti/login", data=stated)):
        assert answer.status_code == 302
        address, _, query = answer.headers["location"].partition("?")
        assert address == PLATFORM.authorize
        asked = dict(part.split("=") for part in query.split("&"))
        assert asked.pop("state") != asked.pop("nonce")
        assert asked == {
            "scope": "openid",
            "response_type": "id_token",
            "response_mode": "form_post",
            "prompt": "none",
            "client_id": "aB3x",
            "redirect_uri": "https%3A%2F%2Fquiz.example.edu%2Flti%2Flaunch",
            "login_hint": "5%266",
            "lti_message_hint": "7",
        }
        cookie = (
            r"__Host-gametree-[0-9a-f]{12}=[\w-]{32}; Max-Age=600; Path=/; Secure; HttpOnly; SameSite=None; Partitioned"
        )
        assert re.fullmatch(cookie, answer.headers["set-cookie"])


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"iss": "https://evil.example"}, "This platform is not registered here."),
        ({"iss": ""}, "This platform is not registered here."),
        ({"client_id": "another"}, "This platform is not registered here."),
        ({"login_hint": ""}, "no login_hint"),
        ({"target_link_uri": ""}, "not of this server"),
        ({"target_link_uri": "https://evil.example/lti/launch"}, "not of this server"),
        ({"target_link_uri": f"{URL}.evil.example/"}, "not of this server"),
        ({"target_link_uri": f"{URL}@evil.example/"}, "not of this server"),
        ({"target_link_uri": "http://quiz.example.edu/"}, "not of this server"),
        ({"target_link_uri": "https://["}, "not of this server"),
    ],
)
def test_a_login_that_is_not_right_goes_nowhere(more: dict[str, str], said: str, one: Launching) -> None:
    stated = {"iss": MOODLE, "login_hint": "5", "target_link_uri": f"{URL}/lti/launch", **more}
    answer = one.client.get("/lti/login", params=stated, headers=PAGE)
    assert (answer.status_code, said in answer.text) == (400, True)
    assert "set-cookie" not in answer.headers


def test_of_several_with_one_issuer_the_client_id_names_the_platform(one: Launching) -> None:
    one.platforms.add(PLATFORM._replace(client_id="second", deployments=["3"]))
    stated = {"iss": MOODLE, "login_hint": "5", "target_link_uri": f"{URL}/lti/launch"}
    assert one.client.get("/lti/login", params=stated).status_code == 400
    state, nonce = one.begin(client_id="second")
    claims = launch_claims(nonce, one.now, URL, aud="second", deployment_id="3")
    assert one.post(state, signed(claims)).status_code == 303


def test_a_platform_that_registered_since_is_known_without_a_restart(one: Launching) -> None:
    late = OTHER._replace(issuer="https://late.example.edu", token="https://late.example.edu/t")
    assert "late.example.edu" not in one.client.get("/").headers["content-security-policy"]
    one.platforms.add(late)
    state, nonce = one.begin(iss=late.issuer)
    claims = launch_claims(nonce, one.now, URL, iss=late.issuer, aud="zz", deployment_id="5")
    assert one.post(state, signed(claims)).status_code == 303
    policy = one.client.get("/").headers["content-security-policy"]
    assert policy.endswith(
        "frame-ancestors https://late.example.edu https://moodle.example.edu https://other.example.edu"
    )


def test_an_authorize_address_with_a_query_keeps_it(one: Launching) -> None:
    stated = {"iss": OTHER.issuer, "login_hint": "5", "target_link_uri": f"{URL}/lti/launch"}
    assert one.client.get("/lti/login", params=stated).headers["location"].startswith(f"{OTHER.authorize}&scope=openid")


@pytest.mark.parametrize(
    ("error", "shown"),
    [("login_required", "(login_required)"), ("<b>\n", "(&lt;b&gt;\\n)"), ("x" * 999, f"({'x' * 254}…)")],
)
def test_a_refusal_by_the_platform_opens_nothing_and_its_word_is_told(error: str, shown: str, one: Launching) -> None:
    state, _ = one.begin()
    answer = one.client.post("/lti/launch", data={"state": state, "error": error}, headers=PAGE)
    check_refused(one, answer, f"The platform refused to say who you are {shown}.")
    assert any(line.startswith("launch refused by the platform: ") and len(line) < 300 for line in one.log)


# -- what is believed


def test_a_launch_opens_the_sheet_of_the_student(one: Launching) -> None:
    link = one.open()
    assert re.fullmatch(r"/s/[0-9a-f]{32}", link)
    assert one.student(link) == "u7ffb0614a00c"
    assert link.removeprefix("/s/") not in "\n".join(
        str(row) for row in one.database.connection.rows("select * from token")
    )


def test_a_link_of_a_launch_lives_for_twelve_hours_from_its_last_use(one: Launching) -> None:
    link, live = one.open(), one.staff()
    for _ in range(3):
        one.pass_by(hours=11, minutes=59)
        assert [one.client.get(each).status_code for each in (f"{link}/answers", live)] == [200, 200]
    one.pass_by(hours=12)
    assert [one.client.get(each).status_code for each in (f"{link}/answers", live)] == [404, 404]


HOUR = 3600


@pytest.mark.parametrize(
    ("claims", "reason"),
    [
        ({"aud": "another"}, "aud is another"),
        ({"aud": ["another", "third"]}, "aud is another"),
        ({"aud": ["another", "aB3x"]}, "azp is another"),
        ({"aud": {"aB3x": 1}}, "aud is another"),
        ({"azp": "another"}, "azp is another"),
        ({"iss": "https://other.example.edu"}, "iss is another"),
        ({"iss": None}, "iss is another"),
        ({"exp": -61}, "exp is past, or not there"),
        ({"exp": None}, "exp is past, or not there"),
        ({"exp": "tomorrow"}, "exp is past, or not there"),
        ({"exp": True}, "exp is past, or not there"),
        ({"iat": HOUR}, "iat is 3600 s in the future: is this machine's clock right?"),
        ({"iat": 61}, "iat is 61 s in the future"),
        ({"iat": 240}, "iat is 240 s in the future: is this machine's clock right?"),
        ({"iat": -HOUR}, "iat is more than an hour ago, or not there"),
        ({"iat": None}, "iat is more than an hour ago, or not there"),
        ({"iat": float("nan")}, "iat is more than an hour ago, or not there"),
        ({"iat": float("inf")}, "iat is inf s in the future"),
        ({"nonce": "another"}, "nonce is another"),
        ({"nonce": None}, "nonce is another"),
        ({"deployment_id": "2"}, "deployment_id is another"),
        ({"deployment_id": None}, "deployment_id is another"),
        ({"version": "1.1"}, "version is another"),
        ({"message_type": "LtiSubmissionReviewRequest"}, "message_type is another"),
        ({"sub": None}, "sub or context is no text of at most 255 letters"),
        ({"sub": ""}, "sub or context is no text"),
        ({"sub": 5}, "sub or context is no text"),
        ({"sub": "5" * 256}, "sub or context is no text"),
        ({"sub": "\x00"}, "a letter that cannot be stored"),
        ({"name": "\ud800"}, "UnicodeEncodeError"),
        ({"context": {"id": "x" * 256}}, "sub or context is no text"),
        ({"target_link_uri": "https://evil.example/"}, "target_link_uri is not of this server"),
    ],
)
def test_a_message_that_is_not_right_opens_nothing(claims: dict[str, Any], reason: str, one: Launching) -> None:
    times = {name: int(one.now.timestamp()) + value for name, value in claims.items() if name in ("iat", "exp") and type(value) in (int, float)}  # fmt: skip
    state, nonce = one.begin()
    stated = launch_claims(**{"nonce": nonce, "now": one.now, "url": URL, "sub": "5", **claims, **times})
    assert reason in check_refused(one, one.post(state, signed(stated)))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda claims: signed(claims, "2"), "its key is not one of the platform"),
        (lambda claims: signed(claims, "2", kid="1"), "InvalidSignatureError"),
        (lambda claims: signed(claims, kid="9"), "its key is not one of the platform"),
        (lambda claims: jwt.encode(claims, key("1"), "RS256"), "its key is not one of the platform"),
        (lambda claims: jwt.encode(claims, None, "none", {"kid": "1"}), "alg is none"),
        (
            lambda claims: ".".join(
                (
                    base64.urlsafe_b64encode(b'{"alg": "None", "kid": "1"}').decode().rstrip("="),
                    signed(claims).split(".")[1],
                    "",
                )
            ),
            "alg is None",
        ),
        (lambda claims: jwt.encode(claims, jwk()["n"] * 2, "HS256", {"kid": "1"}), "alg is HS256"),
        (lambda claims: signed(claims, algorithm="RS512"), "alg is RS512"),
        (lambda claims: signed(claims, algorithm="PS256"), "alg is PS256"),
        (lambda claims: signed(claims)[:-6] + "AAAAAA", "InvalidSignatureError"),
        (lambda claims: "", "DecodeError"),
        (lambda claims: "é.a.b", "DecodeError"),
        (lambda claims: jwt.PyJWS().encode(b"[1]", key("1"), "RS256", {"kid": "1"}), "no mapping"),
        (lambda claims: jwt.PyJWS().encode(b"[" * 20_000, key("1"), "RS256", {"kid": "1"}), "RecursionError"),
    ],
)
def test_a_message_of_another_key_or_algorithm_opens_nothing(
    make: Callable[[dict[str, Any]], str], reason: str, one: Launching
) -> None:
    state, nonce = one.begin()
    assert reason in check_refused(one, one.post(state, make(launch_claims(nonce, one.now, URL))))


@pytest.mark.parametrize(
    "roles",
    [
        None,
        [],
        "Learner",
        [5, None],
        ["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"],
        ["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Learner", f"{ROLES}#Mentor"],
        ["http://purl.imsglobal.org/vocab/lis/v2/system/person#Administrator"],
        [f"{ROLES}/Learnerx#Learner", f"{ROLES}#Instructors", "Instructor"],
    ],
)
def test_who_has_no_role_in_the_course_gets_nothing(roles: Any, one: Launching) -> None:
    check_refused(one, one.launch(roles=roles), NO_ROLE)


@pytest.mark.parametrize(
    "role",
    ["#Instructor", "#ContentDeveloper", "#Administrator", "/Instructor#TeachingAssistant", "/Administrator#Support"],
)
def test_staff_get_the_live_page(role: str, one: Launching) -> None:
    assert one.open(roles=[f"{ROLES}{role}", LEARNER]).startswith("/i/")


def test_clocks_may_differ_by_a_minute_and_several_may_be_addressed(one: Launching) -> None:
    now = int(one.now.timestamp())
    one.open(iat=now + 60, exp=now - 59)
    one.open(iat=now - 3599, aud=["aB3x"])
    one.open(aud=["another", "aB3x"], azp="aB3x")


def test_a_platform_with_new_keys_is_believed(one: Launching) -> None:
    one.keys.names = ["2"]
    state, nonce = one.begin()
    assert one.post(state, signed(launch_claims(nonce, one.now, URL), "2")).status_code == 303


def test_where_the_keys_cannot_be_read_it_says_so(one: Launching) -> None:
    one.keys.is_away = True
    answer = one.launch()
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "60")
    assert "The platform&#39;s keys could not be read; try again in a minute." in answer.text


# -- once


def test_a_state_is_used_once_and_for_ten_minutes_and_by_its_own_login(one: Launching) -> None:
    state, nonce = one.begin()
    token = signed(launch_claims(nonce, one.now, URL))
    check_refused(one, one.post("", token), USED)
    check_refused(one, one.post("unknown", token), USED)
    other, _ = one.begin()
    assert "nonce is another" in check_refused(one, one.post(other, token))
    check_refused(one, one.post(other, token), USED)
    assert one.post(state, token).status_code == 303
    one.database.connection.one("delete from token")
    check_refused(one, one.post(state, token), USED)
    state, nonce = one.begin()
    one.pass_by(minutes=10)
    assert "its state is unknown, was used or is too old" in check_refused(
        one, one.post(state, signed(launch_claims(nonce, one.now, URL))), USED
    )


def test_of_eight_at_once_with_one_token_one_gets_in(one: Launching) -> None:
    state, nonce = one.begin()
    token = signed(launch_claims(nonce, one.now, URL))
    with ThreadPoolExecutor(8) as threads:
        codes = [*threads.map(lambda _: one.post(state, token).status_code, range(8))]
    assert sorted(codes) == [303, *[403] * 7]
    assert tokens(one) == 1


# -- without the cookie


def test_without_the_cookie_it_asks_first(one: Launching) -> None:
    state, nonce = one.begin()
    one.client.cookies.clear()
    claims = launch_claims(nonce, one.now, URL, name="Žofia Núñez", context={"id": "2", "title": "Introduction to AI"})
    page = one.post(state, signed(claims))
    assert page.status_code == 200
    assert "You are Žofia Núñez, Introduction to AI" in page.text
    assert page.text.count("<button") == 1
    assert f'action="{URL}/lti/confirm"' in page.text
    assert f"form-action {URL};" in page.headers["content-security-policy"]
    assert "<script" not in page.text
    assert tokens(one) == 0
    stated = fields(page.text)
    elsewhere = one.client.post("/lti/confirm", data=stated, headers={"sec-fetch-site": "cross-site"})
    assert (elsewhere.status_code, tokens(one)) == (403, 0)
    answer = one.client.post("/lti/confirm", data={**stated, "quiz": "other"})
    assert answer.status_code == 303
    assert one.student(answer.headers["location"].removeprefix(URL)) == "u7ffb0614a00c"
    again = one.client.post("/lti/confirm", data=stated, headers=PAGE)
    assert (again.status_code, USED in again.text) == (403, True)


def test_a_class_behind_one_address_gets_in_and_who_begins_logins_without_end_waits(one: Launching) -> None:
    asked = {"iss": PLATFORM.issuer, "login_hint": "5", "target_link_uri": f"{URL}/lti/launch"}
    codes = [one.client.get("/lti/login", params=asked).status_code for _ in range(1202)]
    assert codes == [302] * 1200 + [429] * 2
    answer = one.client.post("/lti/login", data=asked)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "61")
    one.pass_by(seconds=60)
    one.open()


def test_of_logins_that_nobody_ends_the_newest_are_kept(one: Launching, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.serve.launch._MOST_LOGINS", 3)
    begun = []
    for _ in range(5):
        begun.append(one.begin())
        one.pass_by(seconds=1)
    assert one.database.connection.one("select count(*) from login") == (3,)
    codes = [one.post(state, signed(launch_claims(nonce, one.now, URL))).status_code for state, nonce in begun]
    assert codes == [403, 403, 303, 303, 303]


def test_the_cookie_of_another_login_is_none(one: Launching) -> None:
    state, nonce = one.begin()
    one.client.cookies.clear()
    one.begin()
    assert one.post(state, signed(launch_claims(nonce, one.now, URL))).status_code == 200
    [name] = one.client.cookies
    one.client.cookies.clear()
    state, nonce = one.begin()
    [name] = one.client.cookies
    one.client.cookies.clear()
    one.client.cookies.set(name, "x" * 32, domain="quiz.example.edu")
    assert one.post(state, signed(launch_claims(nonce, one.now, URL))).status_code == 200


def test_a_page_that_asks_is_old_after_ten_minutes(one: Launching) -> None:
    state, nonce = one.begin()
    one.client.cookies.clear()
    stated = fields(one.post(state, signed(launch_claims(nonce, one.now, URL))).text)
    one.pass_by(minutes=10)
    assert one.client.post("/lti/confirm", data=stated).status_code == 403


# -- which quiz


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Launching]:
    with launching(tmp_path, quizzes=("week5", "week6")) as found:
        yield found


def test_the_quiz_is_named_by_the_claim_or_the_address(two: Launching) -> None:
    def quiz_of(**more: Any) -> str:
        return str(two.client.get(f"{two.staff(**more)}/live").json()["quiz"])

    assert quiz_of(custom={"quiz": "week6"}, target_link_uri=f"{URL}/lti/launch?quiz=week5") == "week6"
    assert quiz_of(custom={"quiz": ""}, target_link_uri=f"{URL}/lti/launch?quiz=week5") == "week5"
    assert quiz_of(custom=None, target_link_uri=f"{URL}/lti/launch?a=b&quiz=week6") == "week6"


@pytest.mark.parametrize("custom", [None, {}, {"quiz": "week7"}, {"quiz": ["week5"]}, "week5"])
def test_without_a_quiz_staff_choose_and_students_are_told(custom: Any, two: Launching) -> None:
    answer = two.launch(custom=custom)
    assert (answer.status_code, "This link names no quiz; tell your instructor." in answer.text) == (404, True)
    page = two.launch(custom=custom, roles=[INSTRUCTOR])
    assert [words in page.text for words in ("(week5)</button>", "(week6)</button>")] == [True, True]
    code = fields(page.text)["code"]
    answer = two.client.post("/lti/pick", data={"code": code, "quiz": "week6"})
    live = answer.headers["location"].removeprefix(URL)
    assert two.client.get(f"{live}/live").json()["quiz"] == "week6"
    assert two.client.post("/lti/pick", data={"code": code, "quiz": "week5"}).status_code == 403


def test_a_student_chooses_no_quiz(two: Launching) -> None:
    state, nonce = two.begin()
    two.client.cookies.clear()
    stated = fields(two.post(state, signed(launch_claims(nonce, two.now, URL, custom=None))).text)
    assert two.client.post("/lti/pick", data={**stated, "quiz": "week6"}).status_code == 404


def test_the_only_quiz_needs_no_name_but_another_name_is_none(one: Launching) -> None:
    assert one.open(custom=None).startswith("/s/")
    assert one.launch(custom={"quiz": "week6"}).status_code == 404


# -- a link for the course

SETTINGS = f"{DEEP_LINKING}deep_linking_settings"
RETURN = f"{MOODLE}/mod/lti/contentitem_return.php?course=2"


def choosing(one: Launching, **more: Any) -> Any:
    settings = {"deep_link_return_url": RETURN, "accept_types": ["ltiResourceLink"], "data": "a<b"} | more
    asked = {"message_type": "LtiDeepLinkingRequest", "roles": [INSTRUCTOR], "custom": None, SETTINGS: settings}
    return one.launch(**asked)


def test_staff_choose_a_quiz_for_a_link_of_the_course(two: Launching) -> None:
    page = choosing(two)
    assert page.status_code == 200
    assert page.text.count(f'<form method="post" action="{RETURN}">') == 2
    policy = page.headers["content-security-policy"]
    assert f"form-action {MOODLE};" in policy
    assert tokens(two) == 0
    public = jwt.PyJWK(two.client.get("/jwks").json()["keys"][0])
    first, second = (jwt.decode(token, public, ["RS256"], audience=MOODLE, issuer="aB3x", options={"verify_exp": False, "verify_iat": False}) for token in re.findall(r'name="JWT" value="([^"]*)"', page.text))  # fmt: skip
    assert first["exp"] - first["iat"] == 600
    assert first["iat"] == int(two.now.timestamp())
    assert first["nonce"] != second["nonce"]
    assert first[f"{LTI}deployment_id"] == "1"
    assert (first[f"{LTI}message_type"], first[f"{LTI}version"]) == ("LtiDeepLinkingResponse", "1.3.0")
    assert first[f"{DEEP_LINKING}data"] == "a<b"
    assert second[f"{DEEP_LINKING}content_items"] == [
        {
            "type": "ltiResourceLink",
            "title": "Week6",
            "url": f"{URL}/lti/launch",
            "custom": {"quiz": "week6"},
            "lineItem": {"scoreMaximum": 12, "label": "Week6", "resourceId": "week6"},
            "submission": {"endDateTime": "2026-11-27T18:00:00+01:00"},
        }
    ]


def test_another_reader_takes_the_link(one: Launching) -> None:
    other = pytest.importorskip("pylti1p3.deep_link_resource")
    [item] = jwt.decode(fields(choosing(one, data=None).text)["JWT"], options={"verify_signature": False})[f"{DEEP_LINKING}content_items"]  # fmt: skip
    theirs = other.DeepLinkResource().set_url(item["url"]).set_title(item["title"]).set_custom_params(item["custom"])
    line = pytest.importorskip("pylti1p3.lineitem").LineItem(item["lineItem"])
    assert theirs.to_dict() == {name: value for name, value in item.items() if name not in ("lineItem", "submission")}
    assert (line.get_score_maximum(), line.get_label(), line.get_resource_id()) == (12, "Week5", "week5")


@pytest.mark.parametrize(
    "address", ["https://evil.example/", "javascript:alert(1)", "", f"{MOODLE}@evil.example/", None]
)
def test_the_answer_goes_to_no_other_site(address: str | None, one: Launching) -> None:
    assert "the answer would go to another site" in check_refused(one, choosing(one, deep_link_return_url=address))


def test_students_make_no_links(one: Launching) -> None:
    answer = one.launch(message_type="LtiDeepLinkingRequest", **{SETTINGS: {"deep_link_return_url": RETURN}})
    check_refused(one, answer, "The platform does not say that you teach this course.")


# -- what it is noted for


def test_where_scores_go_and_lists_are_is_noted_of_the_newest_launch(one: Launching) -> None:
    for number in (1, 2):
        one.open(**{ENDPOINT: {"lineitem": f"{MOODLE}/line/{number}"}})
        one.staff(**{LIST: {"context_memberships_url": f"{MOODLE}/list/{number}"}})
    one.open(**{ENDPOINT: {"lineitem": "https://evil.example/line"}})
    one.staff(**{LIST: {"context_memberships_url": "https://evil.example/list"}})
    assert one.database.connection.rows("select * from line_item") == [
        ("week5", "u7ffb0614a00c", MOODLE, "2", "aB3x", "5", f"{MOODLE}/line/2")
    ]
    assert one.database.connection.rows("select * from course") == [
        ("week5", MOODLE, "2", "aB3x", f"{MOODLE}/list/2", None)
    ]


def test_nothing_in_the_log_opens_anything_or_names_anybody(one: Launching) -> None:
    state, nonce = one.begin()
    answer = one.post(state, signed(launch_claims(nonce, one.now, URL, name="Žofia Núñez", sub="zz-5-zz")))
    one.post(state, signed(launch_claims(nonce, one.now, URL, name="Žofia Núñez", sub="zz-5-zz")))
    one.launch(sub="zz-6-zz", roles=[], name="Žofia Núñez")
    said = "\n".join(one.log)
    for text in (state, nonce, "Žofia", "zz-5-zz", "zz-6-zz", answer.headers["location"][-28:]):
        assert text not in said


def test_a_strange_host_changes_no_address(one: Launching) -> None:
    evil = {"host": "evil.example"}
    stated = {"iss": MOODLE, "login_hint": "5", "target_link_uri": f"{URL}/"}
    said = one.client.get("/lti/login", params=stated, headers=evil).headers["location"]
    assert "evil" not in said
    state, nonce = one.begin()
    one.client.cookies.clear()
    data = {"state": state, "id_token": signed(launch_claims(nonce, one.now, URL))}
    page = one.client.post("/lti/launch", data=data, headers=evil)
    assert "evil" not in page.text
    answer = one.client.post("/lti/confirm", data=fields(page.text), headers=evil)
    assert answer.headers["location"].startswith(f"{URL}/s/")


def test_sheets_stand_in_pages_of_the_platforms_alone(one: Launching) -> None:
    frames = "frame-ancestors https://moodle.example.edu https://other.example.edu"
    for address in ("/", "/jwks", "/nothing", "/lti/login", one.open(), one.staff()):
        policies = one.client.get(address, headers=PAGE).headers.get_list("content-security-policy")
        assert [policy.rpartition("; ")[2] for policy in policies] == [frames]
        assert "form-action 'none'" in policies[0]


def test_what_took_too_long_is_deleted(one: Launching) -> None:
    state, nonce = one.begin()
    one.client.cookies.clear()
    one.post(state, signed(launch_claims(nonce, one.now, URL, name="Žofia")))
    one.begin()
    link = one.open()
    one.pass_by(hours=13)
    one.database.forget_expired(in_utc(one.now))
    assert [one.database.connection.rows(f"select * from {table}") for table in ("login", "launch", "token")] == [
        []
    ] * 3
    assert one.client.get(f"{link}/answers").status_code == 404


def test_bodies_are_forms_and_small(one: Launching) -> None:
    assert one.client.post("/lti/launch", json={}).status_code == 415
    assert one.client.post("/lti/launch", data={"id_token": "x" * 64 * 1024}).status_code == 413
    many = {str(number): "" for number in range(51)}
    assert one.client.post("/lti/launch", data=many).status_code == 400
    assert one.client.get("/lti/launch").status_code == 405


def test_a_platform_that_serve_yaml_names_may_have_registered_itself_too(one: Launching) -> None:
    one.platforms.add(PLATFORM)
    assert one.launch().status_code == 303
