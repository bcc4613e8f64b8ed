// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the threads of the models do.

use rswlock::park::Deadline;

use super::Blocking;
use crate::house::{House, Role};

type At<const P: u32> = House<Blocking<P>>;

pub fn read<const P: u32>(house: &At<P>) {
    house.lock.0.take_r().unwrap();
    house.visit(Role::Reader);
    house.lock.0.drop_any().unwrap();
}

pub fn write<const P: u32>(house: &At<P>) {
    house.lock.0.take_w().unwrap();
    house.visit(Role::Writer);
    house.lock.0.drop_any().unwrap();
}

pub fn write_twice<const P: u32>(house: &At<P>) {
    write(house);
    write(house);
}

pub fn read_twice<const P: u32>(house: &At<P>) {
    read(house);
    read(house);
}

pub fn seek<const P: u32>(house: &At<P>) {
    house.lock.0.take_s().unwrap();
    house.visit(Role::Seeker);
    house.lock.0.drop_s().unwrap();
}

pub fn seek_then_write<const P: u32>(house: &At<P>) {
    house.lock.0.take_s().unwrap();
    house.visit(Role::Seeker);
    house.lock.0.stow().unwrap();
    house.visit(Role::Writer);
    house.lock.0.drop_w().unwrap();
}

pub fn seek_then_read<const P: u32>(house: &At<P>) {
    house.lock.0.take_s().unwrap();
    house.visit(Role::Seeker);
    house.lock.0.stor().unwrap();
    house.visit(Role::Reader);
    house.lock.0.drop_r().unwrap();
}

pub fn write_then_seek<const P: u32>(house: &At<P>) {
    house.lock.0.take_w().unwrap();
    house.visit(Role::Writer);
    house.lock.0.wtos().unwrap();
    house.visit(Role::Seeker);
    house.lock.0.drop_s().unwrap();
}

pub fn write_then_seek_then_read<const P: u32>(house: &At<P>) {
    house.lock.0.take_w().unwrap();
    house.visit(Role::Writer);
    house.lock.0.wtos().unwrap();
    house.visit(Role::Seeker);
    house.lock.0.stor().unwrap();
    house.visit(Role::Reader);
    house.lock.0.drop_r().unwrap();
}

pub fn write_then_read<const P: u32>(house: &At<P>) {
    house.lock.0.take_w().unwrap();
    house.visit(Role::Writer);
    house.lock.0.wtor().unwrap();
    house.visit(Role::Reader);
    house.lock.0.drop_r().unwrap();
}

pub fn read_try_more<const P: u32>(house: &At<P>) {
    house.lock.0.take_r().unwrap();
    house.visit(Role::Reader);
    if house.lock.0.try_rtow().is_ok() {
        house.visit(Role::Writer);
        house.lock.0.drop_w().unwrap();
    } else if house.lock.0.try_rtos().is_ok() {
        house.visit(Role::Seeker);
        house.lock.0.drop_s().unwrap();
    } else {
        house.lock.0.drop_r().unwrap();
    }
}

pub fn read_try_seek<const P: u32>(house: &At<P>) {
    house.lock.0.take_r().unwrap();
    house.visit(Role::Reader);
    if house.lock.0.try_rtos().is_ok() {
        house.visit(Role::Seeker);
        house.lock.0.drop_s().unwrap();
    } else {
        house.lock.0.drop_r().unwrap();
    }
}

/// For the preferences that allow it: R, and once more R.
pub fn read_inside_read<const P: u32>(house: &At<P>) {
    house.lock.0.take_r().unwrap();
    house.enter(Role::Reader);
    house.work(Role::Reader);
    read(house);
    house.leave(Role::Reader);
    house.lock.0.drop_r().unwrap();
}

pub fn try_write_try_read<const P: u32>(house: &At<P>) {
    if house.lock.0.try_w().is_ok() {
        house.visit(Role::Writer);
        house.lock.0.drop_w().unwrap();
    }
    if house.lock.0.try_r().is_ok() {
        house.visit(Role::Reader);
        house.lock.0.drop_r().unwrap();
    }
}

pub fn try_seek<const P: u32>(house: &At<P>) {
    if house.lock.0.try_s().is_ok() {
        house.visit(Role::Seeker);
        house.lock.0.drop_s().unwrap();
    }
}

fn write_until<const P: u32>(house: &At<P>, deadline: Deadline) {
    if house.lock.0.take_w_until(&deadline).is_ok() {
        house.visit(Role::Writer);
        house.lock.0.drop_w().unwrap();
    }
}

fn read_until<const P: u32>(house: &At<P>, deadline: Deadline) {
    if house.lock.0.take_r_until(&deadline).is_ok() {
        house.visit(Role::Reader);
        house.lock.0.drop_r().unwrap();
    }
}

fn seek_until<const P: u32>(house: &At<P>, deadline: Deadline) {
    if house.lock.0.take_s_until(&deadline).is_ok() {
        house.visit(Role::Seeker);
        house.lock.0.drop_s().unwrap();
    }
}

pub fn write_or_give_up<const P: u32>(house: &At<P>) {
    write_until(house, Deadline::soon(0));
}

pub fn read_or_give_up<const P: u32>(house: &At<P>) {
    read_until(house, Deadline::soon(0));
}

pub fn seek_or_give_up<const P: u32>(house: &At<P>) {
    seek_until(house, Deadline::soon(0));
}

pub fn write_or_give_up_late<const P: u32>(house: &At<P>) {
    write_until(house, Deadline::soon(1));
}

pub fn read_or_give_up_late<const P: u32>(house: &At<P>) {
    read_until(house, Deadline::soon(1));
}

pub fn seek_or_give_up_late<const P: u32>(house: &At<P>) {
    seek_until(house, Deadline::soon(1));
}

pub fn give_up_at_once<const P: u32>(house: &At<P>) {
    write_until(house, Deadline::PASSED);
    read_until(house, Deadline::PASSED);
    seek_until(house, Deadline::PASSED);
}

pub fn take_w<const P: u32>(house: &At<P>) {
    house.lock.0.take_w().unwrap();
    house.enter(Role::Writer);
}

pub fn drop_w<const P: u32>(house: &At<P>) {
    house.leave(Role::Writer);
    house.lock.0.drop_w().unwrap();
}

pub fn drop_w_write<const P: u32>(house: &At<P>) {
    drop_w(house);
    write(house);
}

pub fn take_r<const P: u32>(house: &At<P>) {
    house.lock.0.take_r().unwrap();
    house.enter(Role::Reader);
}

pub fn drop_r<const P: u32>(house: &At<P>) {
    house.leave(Role::Reader);
    house.lock.0.drop_r().unwrap();
}

pub fn take_s<const P: u32>(house: &At<P>) {
    house.lock.0.take_s().unwrap();
    house.enter(Role::Seeker);
}

pub fn drop_s<const P: u32>(house: &At<P>) {
    house.leave(Role::Seeker);
    house.lock.0.drop_s().unwrap();
}

pub fn wtor<const P: u32>(house: &At<P>) {
    house.leave(Role::Writer);
    house.lock.0.wtor().unwrap();
    house.enter(Role::Reader);
}

pub fn wtos<const P: u32>(house: &At<P>) {
    house.leave(Role::Writer);
    house.lock.0.wtos().unwrap();
    house.enter(Role::Seeker);
}

pub fn stor<const P: u32>(house: &At<P>) {
    house.leave(Role::Seeker);
    house.lock.0.stor().unwrap();
    house.enter(Role::Reader);
}
