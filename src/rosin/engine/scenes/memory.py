"""What a scene keeps besides its parts: tables that say what touches what, and the numbers of every contact, joint and port."""

from rosin.kernels.record import Inner, Real, Record, Row, Whole


class Form(Record):
    """What shapes the memory of a scene, and its counters."""

    block = Whole("samples that a row holds")
    rows = Whole("of controls; the first is always zero")
    channels = Whole("that are heard")
    bodies = Whole("number of bodies")
    contacts = Whole("number of contacts")
    joints = Whole("number of joints")
    links = Whole("contacts and joints")
    ports = Whole("places at which bodies are touched or joined")
    groups = Whole("of contacts that feel each other")
    slots = Whole("numbers in a row of those that take part, whole cache lines and one more")
    ears = Whole("pickups that are heard")
    most_pickups = Whole("of one body")
    spread = Whole("numbers in the rows of all ports")
    kept = Whole("rows of traces")
    body_table = Whole("where the entries of the bodies begin")
    contact_table = Whole("where those of the contacts begin")
    port_table = Whole("where those of the ports begin")
    joint_table = Whole("where those of the joints begin")
    group_table = Whole("where those of the groups begin")
    ear_table = Whole("where those of what is heard begin")
    observed = Whole("what is kept beside the sound: nothing, how contacts move (1 or 2), or also energies (3)")
    live = Whole("whether controls glide to where the hand has put them")
    first = Whole("whether the account of energy has yet to begin")
    clock = Whole("samples since what has died away was last set to zero")
    begin = Whole("of the stretch of a block that is under way")
    changed = Whole("the one body whose parameters have changed, counted from 1, before the next call of prepare; 0 where any may have")


class BodyEntry(Record):
    """Where a body lies, and what leads it."""

    kind = Whole("which of the kinds of bodies")
    p = Whole("where its parameters begin")
    c = Whole("its coefficients")
    s = Whole("its state")
    n = Whole("its whole numbers")
    length = Whole("real numbers in its state")
    row = Whole("where the first of its ports' rows begins")
    first_port = Whole("the first of its ports")
    end_port = Whole("and the first that is another's")
    travels = Whole("whether hands travel over it")
    jointed = Whole("whether a joint holds it")
    first_ear = Whole("the first pickup of it that is heard")
    end_ear = Whole("and the first that is another's")
    velocity = Whole("rows of controls: velocity")
    force = Whole("force")
    normal_force = Whole("how it is pressed")
    position = Whole("position")
    finger = Whole("finger")
    bend = Whole("bend")


class PortEntry(Record):
    """A place of a body, and what is there."""

    row = Whole("where its row begins")
    link = Whole("contact or joint that it belongs to")
    second = Whole("whether it is the second of its two")
    control = Whole("row of controls that moves it, 0 where nothing does")
    velocity = Whole("row of controls: velocity of its contact")
    normal_force = Whole("how that is pressed")


class ContactEntry(Record):
    """Where the law and the texture of a contact lie."""

    kind = Whole("which of the kinds of laws")
    p = Whole("where its parameters begin")
    c = Whole("its coefficients")
    s = Whole("its state")
    n = Whole("its whole numbers")
    length = Whole("real numbers in its state")
    before = Whole("where its state before this sample is kept, while it is tried")
    forgets = Whole("whether nothing of it goes on where bodies do not touch, which must then be an impact")
    texture_kind = Whole("which of the kinds of textures")
    texture_p = Whole("where its parameters begin")
    texture_c = Whole("its coefficients")
    texture_s = Whole("its state")
    texture_n = Whole("its whole numbers")
    normal_force = Whole("row of controls")
    first_port = Whole("of the exciter")
    second_port = Whole("of the resonator")
    first_body = Whole("the exciter")
    second_body = Whole("the resonator")
    friction = Whole("whether it has no force without normal force")
    quantities = Whole("of the law, that are kept")
    traces = Whole("the first of its rows of traces")


class JointEntry(Record):
    """What a joint joins."""

    first_port = Whole("its first port")
    second_port = Whole("and its second")


class GroupEntry(Record):
    """Contacts that feel each other, one after the other."""

    begin = Whole("the first")
    end = Whole("the first of the next")
    explicit = Whole("whether all their laws know their forces at once from how they move")


class EarEntry(Record):
    """A pickup that is heard."""

    body = Whole("whose")
    pickup = Whole("which of its pickups")
    output = Whole("what of it, by its place in OUTPUTS")


class ContactNow(Record):
    """A contact in this sample."""

    v_free = Real("m/s", "free relative velocity")
    compression = Real("m", "half a step before")
    normal_force = Real("N")
    noise = Real("N", "of the surface")
    roughness = Real("", "of the law")
    felt = Real("", "1 where another contact feels its force")
    slot = Real("", "where it is solved among those that take part, -1 where it does not")
    tries = Real("", "how often its law was tried")
    awake = Real("", "1 where it may have a force in this block of samples")
    woken = Real("", "1 where it had slept until this sample")
    f = Real("N", "force")
    v = Real("m/s", "relative velocity")
    g = Real("N s/m", "slope of the law")
    r = Real("m/s", "what the coupling misses")
    count = Real("", "evaluations")
    f_1 = Real("N", "force one sample before")
    f_2 = Real("N", "two samples before")


class PortNow(Record):
    """A port in this sample."""

    place = Real("", "where it is, if nothing moves it")
    v = Real("m/s", "free velocity")
    x = Real("m", "displacement, half a step before")
    f = Real("N", "force")
    low = Real("m", "the least displacement of this block, if nothing touches the body")
    high = Real("m", "and the greatest")


class Standing(Record):
    """A body in this block of samples."""

    awake = Real("", "1 where it goes sample by sample with all others that are")
    led = Real("", "1 where its controls change, but for its bend")
    bent = Real("", "1 where its bend changes")
    velocity = Real("m/s", "its controls in the last sample")
    force = Real("N")
    finger = Real()
    bend = Real("semitones")
    fresh = Real("", "1 where its admittances are not known yet")


class Holding(Record):
    """A joint in this sample."""

    stiffness = Real("N/m", "0 where it is rigid")
    damping = Real("N s/m")
    extension = Real("m", "of its spring, at the half step")
    pull = Real("N", "force, from its first port to its second")
    drive = Real("m/s", "velocity that the force has to make up for")


class Head(Record, form=Form):
    """The numbers of a scene."""

    sample_rate = Real("Hz")
    step = Real("s", "time step T")
    fresh = Real("", "1 where admittances have to be made anew")
    redrawn = Real("", "1 where they have been, in this sample")
    busy = Real("", "1 where anything is awake")
    singular = Real("", "1 where joints leave a force undetermined")
    evaluations = Real("", "of all laws, in all")
    most = Real("", "evaluations in one sample")
    passes = Real("", "of the joint solve, in all")
    most_passes = Real("", "in one sample")
    unsolved = Real("", "samples of groups whose coupling was missed")
    supplied = Real("J")
    supplied_rounding = Real("J")
    dissipated = Real("J")
    dissipated_rounding = Real("J")
    exchanged = Real("J")
    missed = Real("J", "by the joint solve, booked as supplied")
    touches = Inner(ContactNow, "contacts")
    spots = Inner(PortNow, "ports")
    standing = Inner(Standing, "bodies")
    holds = Inner(Holding, "joints")
    y = Row("contacts", "contacts", unit="s/kg", text="admittances between contacts, joints holding")
    slots_taken = Row("slots", text="of the group that begins there")
    who = Row("slots", text="contact in each slot")
    free = Row("slots", unit="m/s", text="its free velocity")
    depth = Row("slots", unit="m", text="size of its compression, on which its force depends; 0 of friction")
    force = Row("slots", unit="N", text="its force")
    velocity = Row("slots", unit="m/s", text="its relative velocity")
    slope = Row("slots", unit="N s/m", text="slope of its law")
    yielding = Row("slots", unit="s/kg", text="D, one over that")
    aim = Row("slots", unit="N", text="force where all follow their tangents")
    goal = Row("slots", unit="m/s", text="v + y f of the port that it is solved against")
    port = Row("slots", unit="s/kg", text="y of that port")
    branch = Row("slots", unit="m/s", text="velocity at which it has already given way, or 0")
    missed_by = Row("slots", unit="m/s", text="r, what the coupling misses")
    terms = Row("slots", unit="m/s", text="size of the terms of that")
    drive = Row("slots", unit="m/s", text="D f + v_free - v")
    near = Row("contacts", "slots", unit="s/kg", text="Y between those that take part")
    inverse = Row("contacts", "slots", text="(D + Y)^-1")
    room = Row("spread", text="rows of all ports")
    goals = Row("rows", text="where a live hand has put each control")
    present = Row("rows", text="where each control is now")
    noted = Row("rows", text="1 where a control comes as a row though a hand plays live, as notes have it")
    controls = Row("rows", "block", text="a row for each control of each contact")
    audio = Row("channels", "block", text="a row for each channel")
    alone = Row("most_pickups", "block", text="a body that rings on its own")
    gains = Row("channels", "ears", text="of each pickup in each channel")
    share = Row("joints", "contacts", text="of a contact's force that a joint carries")
    y_joints = Row("joints", "joints", text="inverse of the part between joints")
    y_links = Row("links", "links", unit="s/kg", text="admittances between all links")
    stale = Row("links", text="1 where those of a link have to be found anew")
    traces = Row("kept", "block", text="a row for each trace")


BODY, PORT, CONTACT, JOINT, GROUP, EAR = (
    len(entry.whole_places) for entry in (BodyEntry, PortEntry, ContactEntry, JointEntry, GroupEntry, EarEntry)
)
